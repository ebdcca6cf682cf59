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
 * The cluster's VMs that the files no longer name. What they were nobody wrote down, so that each
 * may be a control plane with etcd's data until it proves that it is none.
 */
final class FormerNodes {
  /** What to do about one; not by its name, which nobody tells while its host is down. */
  static final String ADVICE =
      "Put its node back into the files. Only if the cluster may lose what it has: destroy the whole"
          + " cluster first (destroyCluster), or that VM in Proxmox VE.";

  private final TalosClient client;
  private final List<SeenNode> nodes;

  FormerNodes(TalosClient client, List<SeenNode> nodes) {
    this.client = client;
    this.nodes = nodes;
  }

  /** Says of each that may have etcd why. */
  Map<NodeName, String> suspects() {
    Map<NodeName, String> suspects = new LinkedHashMap<>();
    List<Optional<String>> said = ManyNodes.ask(nodes, this::suspicion);
    for (int i = 0; i < nodes.size(); i++) {
      NodeName node = nodes.get(i).name();
      said.get(i).ifPresent(words -> suspects.put(node, words));
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
