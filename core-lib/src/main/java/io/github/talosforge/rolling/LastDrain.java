package io.github.talosforge.rolling;

import io.github.talosforge.bootstrap.Deadline;
import io.github.talosforge.bootstrap.Pacing;
import io.github.talosforge.bootstrap.TalosFlowException;
import io.github.talosforge.bootstrap.TalosLog;
import io.github.talosforge.bootstrap.TalosOptions;
import io.github.talosforge.kubernetes.KubernetesNode;
import io.github.talosforge.kubernetes.KubernetesWriter;
import io.github.talosforge.kubernetes.NodePod;
import io.github.talosforge.kubernetes.NodePod.Tie;
import io.github.talosforge.model.NodeName;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/** Empties nodes that do not come back: all of them, or none. */
final class LastDrain {
  private static final Duration GIVING_BACK = Duration.ofSeconds(30);

  private final TalosLog log;
  private final NodeDrain drain;
  private final NodeDrain back;

  LastDrain(
      KubernetesWriter kubernetes,
      KubernetesNames names,
      TalosLog log,
      TalosOptions options,
      Pacing pacing) {
    this.log = log;
    this.drain = drain(kubernetes, names, log, options, pacing);
    Duration patience = options.patience();
    // Who failed has waited long enough; who was stopped still puts right what it began.
    this.back =
        drain(
            kubernetes,
            names,
            log,
            options
                .withPatience(patience.compareTo(GIVING_BACK) < 0 ? patience : GIVING_BACK)
                .withStop(() -> false),
            pacing);
  }

  private static NodeDrain drain(
      KubernetesWriter kubernetes,
      KubernetesNames names,
      TalosLog log,
      TalosOptions options,
      Pacing pacing) {
    return new NodeDrain(
        kubernetes, names, log, () -> new Deadline(pacing, options), NodeDrain.Purpose.END);
  }

  /**
   * Moves the pods elsewhere, and not from one of these nodes to another. Nodes that Kubernetes
   * does not know or does not find ready are left out: nobody there would let a pod go.
   *
   * @throws TalosFlowException if a pod does not leave, or would be made again by nobody
   */
  void empty(List<NodeName> nodes, BooleanSupplier stopped) {
    Map<NodeName, KubernetesNode> working = new LinkedHashMap<>();
    nodes.forEach(
        node ->
            drain
                .find(node)
                .filter(known -> works(node, known))
                .ifPresent(known -> working.put(node, known)));
    refuseUnreplaced(working.keySet().stream().toList());
    working.forEach(drain::cordon);
    working.keySet().forEach(node -> drain.empty(node, stopped, () -> !stillWorks(node)));
  }

  private boolean works(NodeName node, KubernetesNode known) {
    if (!known.ready()) {
      log.sees(node, "is not ready, so its pods are not asked to leave: " + known.message());
    }
    return known.ready();
  }

  private boolean stillWorks(NodeName node) {
    return drain.find(node).filter(known -> works(node, known)).isPresent();
  }

  /** A restart brings them back; the end of the node does not. */
  private void refuseUnreplaced(List<NodeName> nodes) {
    Map<NodeName, String> lost = new LinkedHashMap<>();
    for (NodeName node : nodes) {
      List<NodePod> pods = drain.pods(node, Tie.NO_CONTROLLER);
      if (!pods.isEmpty()) {
        lost.put(node, pods.stream().map(pod -> "pod " + pod).collect(Collectors.joining("\n")));
      }
    }
    if (!lost.isEmpty()) {
      throw new TalosFlowException(
          "Pods that no controller would make again keep a node from being drained, so nothing was"
              + " destroyed. Delete them (kubectl delete pod) or move them, then run this again:",
          lost);
    }
  }

  /** Lets nodes that do not go after all take pods again; never in the way of why they stay. */
  void giveBack(List<NodeName> nodes) {
    for (NodeName node : nodes) {
      try {
        back.uncordon(node);
      } catch (TalosFlowException e) {
        log.warns(
            node,
            "It may still take no pods: kubectl uncordon "
                + node
                + Optional.ofNullable(e.lastSeen().get(node)).map(why -> "\n" + why).orElse(""));
      }
    }
  }
}
