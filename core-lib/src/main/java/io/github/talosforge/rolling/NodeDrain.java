package io.github.talosforge.rolling;

import io.github.talosforge.bootstrap.Deadline;
import io.github.talosforge.bootstrap.TalosFlowException;
import io.github.talosforge.bootstrap.TalosLog;
import io.github.talosforge.kubernetes.KubernetesException;
import io.github.talosforge.kubernetes.KubernetesNode;
import io.github.talosforge.kubernetes.KubernetesWriter;
import io.github.talosforge.kubernetes.NodePod;
import io.github.talosforge.kubernetes.NodePod.Tie;
import io.github.talosforge.model.NodeName;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Moves the pods of a node elsewhere, as far as their budgets let them. */
final class NodeDrain {
  private final KubernetesWriter kubernetes;
  private final TalosLog log;
  private final Supplier<Deadline> deadlines;
  private final Purpose purpose;
  private final KubernetesNames names;

  /** What Kubernetes calls the nodes that were found. */
  private final Map<NodeName, String> called = new ConcurrentHashMap<>();

  NodeDrain(
      KubernetesWriter kubernetes,
      KubernetesNames names,
      TalosLog log,
      Supplier<Deadline> deadlines,
      Purpose purpose) {
    this.kubernetes = kubernetes;
    this.names = names;
    this.log = log;
    this.deadlines = deadlines;
    this.purpose = purpose;
  }

  /** What nodes are drained for, which says what becomes of one that cannot be drained. */
  enum Purpose {
    RESTART(
        "The node could not be drained in time, so it was not stopped:",
        "Kubernetes did not do what a restart needs. Run this again when healthCluster finds"
            + " nothing wrong; if a restart is what mends it, restart the node yourself"
            + " (talosctl reboot, or talosctl apply-config with a file of"
            + " generateMachineConfigs):"),
    END(
        "The node could not be drained in time, so nothing was destroyed. Make room for its pods"
            + " or loosen the budget, then run this again:",
        "Kubernetes did not do what the end of a node needs, so nothing was destroyed. Run this"
            + " again when healthCluster finds nothing wrong. A VM that you shut down in Proxmox VE"
            + " before has no pods to give away and is destroyed without Kubernetes:");

    private final String late;
    private final String refused;

    Purpose(String late, String refused) {
      this.late = late;
      this.refused = refused;
    }
  }

  /** Finds a node; empty if it has not joined. */
  Optional<KubernetesNode> find(NodeName name) {
    Optional<KubernetesNode> found = names.find(name, despiteTrouble(name, kubernetes::nodes));
    found.ifPresent(node -> called.put(name, node.name()));
    return found;
  }

  private String called(NodeName name) {
    return called.getOrDefault(name, name.value());
  }

  /** Lets a node take no new pods, unless somebody else saw to that. */
  void cordon(NodeName name, KubernetesNode node) {
    if (!node.unschedulable()) {
      log.does(name, "takes no new pods");
      despiteTrouble(
          name,
          () -> {
            kubernetes.cordon(node.name());
            return name;
          });
    }
  }

  /** Lets a node take pods again, unless somebody else decided otherwise. */
  void uncordon(NodeName name) {
    if (find(name).filter(KubernetesNode::cordonedHere).isPresent()) {
      log.does(name, "takes pods again");
      despiteTrouble(
          name,
          () -> {
            kubernetes.uncordon(called(name));
            return name;
          });
    }
  }

  /**
   * Asks the pods to leave until none is left that would be made again elsewhere.
   *
   * @throws TalosFlowException if a budget does not let them go in time
   * @throws CancellationException if the run is stopped
   */
  void empty(NodeName name, BooleanSupplier stopped) {
    empty(name, stopped, () -> false);
  }

  /**
   * Does the same as long as somebody can carry it out.
   *
   * @param inVain whether the pods cannot leave any more, whoever asks them
   */
  void empty(NodeName name, BooleanSupplier stopped, BooleanSupplier inVain) {
    Deadline deadline = deadlines.get();
    Map<NodePod, String> refused = new LinkedHashMap<>();
    List<NodePod> pods = leaving(name);
    if (!pods.isEmpty()) {
      log.does(name, "gives " + pods.size() + (pods.size() == 1 ? " pod away" : " pods away"));
    }
    while (!pods.isEmpty()) {
      if (stopped.getAsBoolean()) {
        throw new CancellationException("The run was stopped");
      }
      ask(name, pods, refused);
      if (inVain.getAsBoolean()) {
        return;
      }
      if (deadline.isOver()) {
        throw new TalosFlowException(purpose.late, Map.of(name, reasons(pods, refused)));
      }
      deadline.pause();
      pods = leaving(name);
    }
  }

  private void ask(NodeName name, List<NodePod> pods, Map<NodePod, String> refused) {
    refused.keySet().retainAll(pods);
    for (NodePod pod : pods) {
      Optional<String> words = despiteTrouble(name, () -> kubernetes.evict(pod));
      if (words.isEmpty()) {
        refused.remove(pod);
      } else if (!words.get().equals(refused.put(pod, words.get()))) {
        log.sees(name, "pod " + pod + " may not leave yet: " + words.get());
      }
    }
  }

  private static String reasons(List<NodePod> pods, Map<NodePod, String> refused) {
    return pods.stream()
        .map(
            pod ->
                "pod "
                    + pod
                    + ": "
                    + refused.getOrDefault(pod, "it was asked to end and still runs"))
        .collect(Collectors.joining("\n"));
  }

  private List<NodePod> leaving(NodeName name) {
    return pods(name, Tie.NONE);
  }

  /** Finds the pods with a certain tie to their node. */
  List<NodePod> pods(NodeName name, Tie tie) {
    return despiteTrouble(name, () -> kubernetes.podsOn(called(name))).stream()
        .filter(pod -> pod.tie() == tie)
        .toList();
  }

  /** The API moves to another control plane when the one that served it goes down. */
  private <T> T despiteTrouble(NodeName name, Supplier<T> call) {
    Deadline deadline = deadlines.get();
    String told = "";
    while (true) {
      try {
        return call.get();
      } catch (KubernetesException e) {
        String words = String.valueOf(e.getMessage());
        if (!e.isTransient() || deadline.isOver()) {
          throw new TalosFlowException(purpose.refused, Map.of(name, words));
        }
        if (!words.equals(told)) {
          log.sees(name, "waits for Kubernetes: " + words);
          told = words;
        }
        deadline.pause();
      }
    }
  }
}
