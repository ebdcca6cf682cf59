package io.github.talosforge.bootstrap;

import io.github.talosforge.health.LostQuorum;
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

/** Asks the control planes whether etcd lost its quorum. */
public final class QuorumLook {
  private QuorumLook() {}

  private record Voice(NodeName node, Optional<EtcdStatus> status) {}

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

  private static Optional<LostQuorum> look(TalosClient client, List<SeenNode> nodes) {
    return LostQuorum.among(voices(client, nodes));
  }

  private static Map<NodeName, Optional<EtcdStatus>> voices(
      TalosClient client, List<SeenNode> nodes) {
    Map<NodeName, Optional<EtcdStatus>> voices = new LinkedHashMap<>();
    ManyNodes.ask(
            nodes.stream().filter(SeenNode::isControlPlane).toList(), node -> ask(client, node))
        .forEach(voice -> voices.put(voice.node(), voice.status()));
    return voices;
  }

  /**
   * Looks whether etcd lost its quorum.
   *
   * @param client reaches the machines, with the cluster's credentials
   * @param nodes the nodes of the files
   * @return a control plane that is left and what is to be said of it; empty if etcd did not
   */
  public static Map<NodeName, String> lost(TalosClient client, List<SeenNode> nodes) {
    return look(client, nodes)
        .map(lost -> Map.of(lost.left().get(0), lost.words()))
        .orElse(Map.of());
  }

  /**
   * Adds to a failure that etcd lost its quorum, if it did.
   *
   * @param client reaches the machines, with the cluster's credentials
   * @param nodes the nodes of the files
   * @param failure what can follow from it
   * @return the failure, explained where it could be
   */
  public static TalosFlowException explained(
      TalosClient client, List<SeenNode> nodes, TalosFlowException failure) {
    return LostQuorum.explanation(voices(client, nodes))
        .map(why -> new TalosFlowException(why + "\n" + failure.sentence(), failure.lastSeen()))
        .orElse(failure);
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
    Map<NodeName, Optional<EtcdStatus>> voices = voices(client, nodes);
    Optional<String> why = LostQuorum.explanation(voices);
    if (why.isEmpty()) {
      return TalosFlow.late(sentence, missing);
    }
    List<NodeName> gone = LostQuorum.among(voices).map(LostQuorum::gone).orElse(List.of());
    Map<NodeName, String> lastSeen = new LinkedHashMap<>();
    missing.forEach(node -> lastSeen.put(node.name(), words(node, gone)));
    return new TalosFlowException(why.get() + "\n" + sentence, lastSeen);
  }

  private static String words(SeenNode node, List<NodeName> gone) {
    return gone.contains(node.name()) && node.isConfigured()
        ? "waits to join etcd, which has lost its quorum"
        : node.words();
  }
}
