package io.github.talosforge.bootstrap;

import io.github.talosforge.model.NodeName;
import io.github.talosforge.talos.ManyNodes;
import io.github.talosforge.talos.ServiceState;
import io.github.talosforge.talos.TalosClient;
import io.github.talosforge.talos.TalosException;
import io.github.talosforge.talos.TalosNode;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Begins etcd exactly once.
 *
 * <p>A control plane with an empty disk accepts to begin a cluster even while another one exists,
 * and then there are two. So nothing is begun before every control plane was asked and denied to
 * have etcd, and it is always the same one that begins, whichever run does it.
 */
public final class EtcdBeginning {
  /**
   * What a service passes through before it runs. Talos starts etcd when its disk is mounted;
   * without data it stays here until a cluster is begun or can be joined. One that runs, ran or
   * broke has data.
   */
  private static final Set<String> BEFORE_FIRST_RUN =
      Set.of("Initialized", "Preparing", "Waiting", "Pre", "Starting", "Skipped", "");

  private final TalosClient client;
  private final Lookout lookout;
  private final TalosLog log;
  private final TalosOptions options;

  EtcdBeginning(TalosClient client, Lookout lookout, TalosLog log, TalosOptions options) {
    this.client = client;
    this.lookout = lookout;
    this.log = log;
    this.options = options;
  }

  /**
   * Returns the control plane that began etcd now, or empty if there was one already.
   *
   * @param deadline the time that there is
   * @param late gives nodes their configuration that have none yet
   */
  Optional<NodeName> run(Deadline deadline, Consumer<List<SeenNode>> late) {
    Map<NodeName, String> waits = new LinkedHashMap<>();
    while (true) {
      List<SeenNode> nodes = lookout.all();
      late.accept(nodes);
      List<SeenNode> controlPlanes = nodes.stream().filter(SeenNode::isControlPlane).toList();
      if (controlPlanes.stream().anyMatch(SeenNode::isRunning)) {
        return Optional.empty();
      }
      TalosFlow.refuseStrangers(controlPlanes);
      refuseIfLeftOut(controlPlanes);
      Map<NodeName, String> doubts = doubts(controlPlanes);
      if (doubts.isEmpty()) {
        if (ManyNodes.ask(controlPlanes, node -> hasEtcd(client, node)).contains(true)) {
          return Optional.empty();
        }
        Optional<Beginning> begun = begin(first(controlPlanes), waits);
        if (begun.isPresent()) {
          return begun.get().ours();
        }
      } else {
        waits.putAll(doubts);
      }
      if (deadline.isOver()) {
        throw new TalosFlowException(
            "etcd could not be begun in time. A cluster is begun only when all control planes"
                + " answer, because any of them could have data. See to these, then run this again:",
            doubts.isEmpty() ? waits : doubts);
      }
      deadline.pause();
    }
  }

  /** The same control plane in every run, whatever the order in the files. */
  private static SeenNode first(List<SeenNode> controlPlanes) {
    return controlPlanes.stream().min(Comparator.comparing(SeenNode::name)).orElseThrow();
  }

  /** Nobody would ever configure them in this run. */
  private void refuseIfLeftOut(List<SeenNode> controlPlanes) {
    Map<NodeName, String> left = new LinkedHashMap<>();
    controlPlanes.stream()
        .filter(node -> !options.isAbout(node) && node.isMaintenance())
        .forEach(node -> left.put(node.name(), node.words()));
    if (!left.isEmpty()) {
      throw new TalosFlowException(
          "The cluster has no etcd yet, and it can be begun only when all control planes are"
              + " configured. Run without leaving them out:",
          left);
    }
  }

  private static Map<NodeName, String> doubts(List<SeenNode> controlPlanes) {
    Map<NodeName, String> doubts = new LinkedHashMap<>();
    controlPlanes.stream()
        .filter(node -> !node.isConfigured() || node.sighting().status().isEmpty())
        .forEach(node -> doubts.put(node.name(), node.advice()));
    return doubts;
  }

  /**
   * Asks a configured control plane whether it has etcd; one without a configuration has none.
   *
   * @param client reaches the machine
   * @param node the control plane
   * @return whether etcd runs, ran or has members there
   */
  public static boolean hasEtcd(TalosClient client, SeenNode node) {
    if (!node.isConfigured()) {
      return false;
    }
    try (TalosNode machine = client.node(node.endpoint())) {
      boolean ran =
          machine.services().stream()
              .filter(service -> service.id().equals("etcd"))
              .map(ServiceState::state)
              .anyMatch(state -> !BEFORE_FIRST_RUN.contains(state));
      return ran || hasMembers(machine);
    }
  }

  private static boolean hasMembers(TalosNode machine) {
    try {
      return !machine.etcdMembers().isEmpty();
    } catch (TalosException e) {
      return switch (e.kind()) {
        case UNREACHABLE, DISCONNECTED, TIMEOUT, OTHER_AUTHORITY, PERMISSION -> throw e;
        default -> false;
      };
    }
  }

  /**
   * An attempt that led to an etcd.
   *
   * @param ours the node that began it, unless it was there
   */
  private record Beginning(Optional<NodeName> ours) {}

  private Optional<Beginning> begin(SeenNode node, Map<NodeName, String> waits) {
    options.endIfStopped();
    try (TalosNode machine = client.node(node.endpoint())) {
      log.does(node.name(), "begins etcd");
      machine.bootstrap();
      return Optional.of(new Beginning(Optional.of(node.name())));
    } catch (TalosException e) {
      if (e.kind() == TalosException.Kind.ALREADY_EXISTS) {
        return Optional.of(new Beginning(Optional.empty()));
      }
      if (e.kind() != TalosException.Kind.PRECONDITION && !e.outcomeUnknown()) {
        throw e;
      }
      if (!e.serverWords().equals(waits.put(node.name(), e.serverWords()))) {
        log.sees(node.name(), e.serverWords());
      }
      return Optional.empty();
    }
  }
}
