package io.github.talosforge.bootstrap;

import io.github.talosforge.model.NodeName;
import io.github.talosforge.model.NodeRole;
import io.github.talosforge.talos.ManyNodes;
import io.github.talosforge.talos.TalosClient;
import io.github.talosforge.talos.TalosException;
import io.github.talosforge.talos.TalosNode;
import io.github.talosforge.talos.TalosResource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds configured machines that are another thing than the files make of them. Talos turns no
 * control plane into a worker: etcd's member would stay, and the files would no longer show it.
 */
final class RoleChanges {
  private final TalosClient client;

  RoleChanges(TalosClient client) {
    this.client = client;
  }

  /** Says of each such node what it is. A machine that cannot be asked is left to others. */
  Map<NodeName, String> among(List<SeenNode> nodes) {
    List<SeenNode> configured = nodes.stream().filter(SeenNode::isConfigured).toList();
    List<Optional<NodeRole>> roles = ManyNodes.ask(configured, this::role);
    Map<NodeName, String> changes = new LinkedHashMap<>();
    for (int i = 0; i < configured.size(); i++) {
      SeenNode node = configured.get(i);
      roles
          .get(i)
          .filter(role -> role != node.place().role())
          .ifPresent(role -> changes.put(node.name(), words(role, node.place().role())));
    }
    return changes;
  }

  private static String words(NodeRole is, NodeRole wanted) {
    return "it runs as a " + is.label() + ", but the files say " + wanted.label() + ".";
  }

  /** Ends the run before anything is written. */
  void refuse(List<SeenNode> nodes) {
    Map<NodeName, String> changes = among(nodes);
    changes.replaceAll((node, words) -> words + "\n" + advice(node));
    if (!changes.isEmpty()) {
      throw new TalosFlowException(
          "Nothing was configured: Talos cannot change the role of a node that has one:", changes);
    }
  }

  private Optional<NodeRole> role(SeenNode node) {
    try (TalosNode machine = client.node(node.endpoint())) {
      return role(machine);
    } catch (TalosException e) {
      return Optional.empty();
    }
  }

  /** Tells what a configured machine says that it is. */
  static Optional<NodeRole> role(TalosNode machine) {
    String type =
        machine
            .resource("config", "MachineTypes.config.talos.dev", "machine-type")
            .map(TalosResource::yaml)
            .orElse("")
            .strip();
    return switch (type) {
      case "worker" -> Optional.of(NodeRole.WORKER);
      case "controlplane", "init" -> Optional.of(NodeRole.CONTROL_PLANE);
      default -> Optional.empty();
    };
  }

  /** What to do about one. */
  static String advice(NodeName node) {
    return "Give node "
        + node
        + " its old role in the files. To change it, first let the other control planes run, then"
        + " run removeNode --node="
        + node
        + ", which has it leave etcd, and make it again with its new role.";
  }
}
