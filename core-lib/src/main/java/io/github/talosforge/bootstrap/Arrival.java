package io.github.talosforge.bootstrap;

import io.github.talosforge.model.NodeName;
import io.github.talosforge.talos.TalosClient;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Waits until nodes are in maintenance mode or configured; not for those on hosts that are down.
 *
 * @param client asks the machines
 * @param lookout sees the nodes
 * @param options which nodes are waited for
 * @param configured nodes that boot with their configuration
 * @param silence how long workers that do not answer are waited for although they may have their
 *     configuration
 */
record Arrival(
    TalosClient client,
    Lookout lookout,
    TalosOptions options,
    Set<NodeName> configured,
    Duration silence) {

  List<SeenNode> await(Deadline deadline) {
    List<SeenNode> nodes = lookout.all();
    while (true) {
      List<SeenNode> missing = missing(nodes, deadline.hasLasted(silence));
      TalosFlow.refuseStrangers(missing);
      if (missing.stream().allMatch(SeenNode::isOnDeadHost)) {
        return nodes;
      }
      if (deadline.isOver()) {
        throw QuorumLook.late(client, "Talos was not seen on all nodes in time:", nodes, missing);
      }
      deadline.pause();
      nodes = lookout.again(missing);
    }
  }

  private List<SeenNode> missing(List<SeenNode> nodes, boolean late) {
    Predicate<SeenNode> excused = excused(nodes, late);
    return nodes.stream()
        .filter(node -> options.isAbout(node) && !isSeen(node))
        .filter(node -> node.isControlPlane() || !excused.test(node))
        .toList();
  }

  private static boolean isSeen(SeenNode node) {
    return node.isMaintenance() || node.isConfigured();
  }

  /** Which workers may wait for a certificate of a control plane. */
  private Predicate<SeenNode> excused(List<SeenNode> nodes, boolean late) {
    List<SeenNode> controlPlanes = nodes.stream().filter(SeenNode::isControlPlane).toList();
    if (controlPlanes.stream().anyMatch(SeenNode::isConfigured)) {
      return SeenNode::isUnreachable;
    }
    Predicate<SeenNode> told = worker -> configured.contains(worker.name());
    return late && controlPlanes.stream().allMatch(Arrival::isSeen)
        ? told.or(worker -> worker.isUnreachable() && worker.place().obstacle().isEmpty())
        : told;
  }
}
