package io.github.talosforge.bootstrap;

import io.github.talosforge.model.NodeName;
import io.github.talosforge.talos.EtcdStatus;
import io.github.talosforge.talos.ManyNodes;
import io.github.talosforge.talos.TalosClient;
import io.github.talosforge.talos.TalosException;
import io.github.talosforge.talos.TalosNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * An etcd most of whose members are gone. No waiting brings it back, and nobody can join: a control
 * plane that was made anew waits for ever.
 *
 * @param left the members that still answer
 * @param gone the other control planes
 */
record LostQuorum(List<NodeName> left, List<NodeName> gone) {
  /** A control plane and what its etcd says, if it says anything. */
  private record Voice(NodeName node, Optional<EtcdStatus> status) {}

  private static List<NodeName> names(List<Voice> voices, boolean heard) {
    return voices.stream()
        .filter(voice -> voice.status().isPresent() == heard)
        .map(Voice::node)
        .toList();
  }

  private static Voice ask(TalosClient client, SeenNode node) {
    if (!node.isConfigured()) {
      return new Voice(node.name(), Optional.empty());
    }
    try (TalosNode machine = client.node(node.endpoint())) {
      return new Voice(node.name(), Optional.of(machine.etcdStatus()));
    } catch (TalosException e) {
      return new Voice(node.name(), Optional.empty());
    }
  }

  /**
   * Tells that nodes did not come in time, and if it is so, that waiting could not help.
   *
   * @param sentence what was waited for
   * @param nodes all nodes
   * @param missing those that did not come
   */
  static TalosFlowException late(
      TalosClient client, String sentence, List<SeenNode> nodes, List<SeenNode> missing) {
    Optional<LostQuorum> lost = among(client, nodes);
    if (lost.isEmpty()) {
      return TalosFlow.late(sentence, missing);
    }
    Map<NodeName, String> lastSeen = new LinkedHashMap<>();
    missing.forEach(node -> lastSeen.put(node.name(), lost.get().words(node)));
    return new TalosFlowException(lost.get().words() + "\n" + sentence, lastSeen);
  }

  /** Looks whether etcd lost its quorum; empty where it did not, or where nobody can tell. */
  private static Optional<LostQuorum> among(TalosClient client, List<SeenNode> nodes) {
    List<Voice> voices =
        ManyNodes.ask(
            nodes.stream().filter(SeenNode::isControlPlane).toList(), node -> ask(client, node));
    boolean led =
        voices.stream()
            .flatMap(voice -> voice.status().stream())
            .anyMatch(status -> status.leader() != 0);
    LostQuorum lost = new LostQuorum(names(voices, true), names(voices, false));
    boolean minority = !lost.left().isEmpty() && lost.left().size() <= lost.gone().size();
    return minority && !led ? Optional.of(lost) : Optional.empty();
  }

  /** Says so, and what can be done. */
  private String words() {
    return "etcd has lost its quorum: of its members only "
        + joined(left)
        + " can be heard, and gone are "
        + joined(gone)
        + ". Bring back the VMs that these were, with their disks; one that was made anew cannot"
        + " join. If the disks are lost, recover etcd from a snapshot or from the data of "
        + joined(left)
        + " (Talos' documentation: disaster recovery), and neither reset nor destroy "
        + joined(left)
        + " before.";
  }

  /** Says it of one node. */
  private String words(SeenNode node) {
    return gone.contains(node.name()) && node.isConfigured()
        ? "waits to join etcd, which has lost its quorum"
        : node.words();
  }

  private static String joined(List<NodeName> nodes) {
    return nodes.stream().map(NodeName::value).collect(Collectors.joining(", "));
  }
}
