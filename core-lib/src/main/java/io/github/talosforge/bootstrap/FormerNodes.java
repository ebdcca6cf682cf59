package io.github.talosforge.bootstrap;

import io.github.talosforge.model.NodeName;
import io.github.talosforge.model.NodeRole;
import io.github.talosforge.talos.ManyNodes;
import io.github.talosforge.talos.TalosClient;
import io.github.talosforge.talos.TalosException;
import io.github.talosforge.talos.TalosNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The cluster's VMs that the files no longer name, or that nobody can name while a host is down.
 * What they were nobody wrote down, so that each may be a control plane with etcd's data until it
 * proves that it is none.
 */
final class FormerNodes {
  /** What to do about one. */
  private static final String ADVICE =
      "Put its node back into the files. Only if the cluster may lose what it has: destroy the whole"
          + " cluster first (destroyCluster), or that VM in Proxmox VE.";

  /** Which node it is nobody can tell, so the files cannot be what is wrong. */
  private static final String ADVICE_OUT_OF_SIGHT =
      "Bring the host back, then run this again. Only if the host is gone for good and the cluster may"
          + " lose what its VMs have: remove it from the Proxmox VE cluster first (pvecm delnode).";

  private final TalosClient client;
  private final List<SeenNode> nodes;

  FormerNodes(TalosClient client, List<SeenNode> nodes) {
    this.client = client;
    this.nodes = nodes;
  }

  /**
   * Why a VM may have etcd.
   *
   * @param words what was seen of it
   * @param advice what to do about it
   */
  record Suspicion(String words, String advice) {}

  /** Says of each that may have etcd why. */
  Map<NodeName, Suspicion> suspects() {
    Map<NodeName, Suspicion> suspects = new LinkedHashMap<>();
    List<Optional<String>> said = ManyNodes.ask(nodes, this::suspicion);
    for (int i = 0; i < nodes.size(); i++) {
      SeenNode node = nodes.get(i);
      String advice = node.isOnDeadHost() ? ADVICE_OUT_OF_SIGHT : ADVICE;
      said.get(i).ifPresent(words -> suspects.put(node.name(), new Suspicion(words, advice)));
    }
    return suspects;
  }

  private Optional<String> suspicion(SeenNode node) {
    return switch (node.sighting().kind()) {
      case MAINTENANCE, STARTING ->
          RightMachine.isProved(client, node.place(), node.sighting())
              ? Optional.empty()
              : Optional.of("at its address is a machine that is not proved to be its VM's.");
      case CONFIGURED -> ofConfigured(node);
      case UNREACHABLE, NOT_TALOS, OTHER_AUTHORITY -> Optional.of(node.words());
    };
  }

  private Optional<String> ofConfigured(SeenNode node) {
    try (TalosNode machine = client.node(node.endpoint())) {
      Optional<String> stranger = RightMachine.contradiction(node, machine);
      if (stranger.isPresent()) {
        return stranger;
      }
      return RoleChanges.role(machine).filter(NodeRole.WORKER::equals).isPresent()
          ? Optional.empty()
          : Optional.of("it is a control plane of this cluster.");
    } catch (TalosException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }
}
