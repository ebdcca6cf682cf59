package io.github.talosforge.rolling;

import io.github.talosforge.bootstrap.SeenNode;
import io.github.talosforge.kubernetes.KubernetesException;
import io.github.talosforge.kubernetes.KubernetesReader;
import io.github.talosforge.model.NodeRole;
import io.github.talosforge.plan.JoinedNodes;
import io.github.talosforge.talos.EtcdMember;
import io.github.talosforge.talos.Sighting;
import io.github.talosforge.talos.TalosClient;
import io.github.talosforge.talos.TalosException;
import io.github.talosforge.talos.TalosNode;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Asks a running cluster whom it knows, whether or not they have a VM. */
public final class RollCall {
  private RollCall() {}

  /**
   * Asks Kubernetes for its nodes, and the control planes for the members of etcd.
   *
   * @param kubernetes the cluster's API
   * @param nodes the nodes of the files as they were seen
   * @param client reaches the machines, with the cluster's credentials
   * @return the names, or why Kubernetes could not be asked
   */
  public static JoinedNodes of(
      KubernetesReader kubernetes, List<SeenNode> nodes, TalosClient client) {
    Set<String> names = new HashSet<>();
    try {
      kubernetes.nodes().forEach(node -> names.add(node.name()));
    } catch (KubernetesException e) {
      return new JoinedNodes.Unknown(why(e));
    }
    nodes.stream()
        .filter(node -> node.place().role() == NodeRole.CONTROL_PLANE)
        .filter(node -> node.sighting().kind() == Sighting.Kind.CONFIGURED)
        .findFirst()
        .ifPresent(node -> names.addAll(members(node, client)));
    return new JoinedNodes.Known(names);
  }

  /** What to do about it is said where the answer is needed, not for a name that is wrong. */
  private static String why(KubernetesException failure) {
    String problem = String.valueOf(failure.getMessage()).lines().findFirst().orElse("");
    return problem.endsWith(".") ? problem.substring(0, problem.length() - 1) : problem;
  }

  /** A member without a node of Kubernetes is rare enough not to fail for it. */
  private static List<String> members(SeenNode node, TalosClient client) {
    try (TalosNode machine = client.node(node.place().endpoint().orElseThrow())) {
      return machine.etcdMembers().stream()
          .map(EtcdMember::hostname)
          .filter(name -> !name.isEmpty())
          .toList();
    } catch (TalosException e) {
      return List.of();
    }
  }
}
