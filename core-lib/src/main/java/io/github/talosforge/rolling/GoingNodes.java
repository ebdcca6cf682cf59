package io.github.talosforge.rolling;

import io.github.talosforge.bootstrap.EtcdSearch;
import io.github.talosforge.bootstrap.SeenNode;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.model.NodeRole;
import io.github.talosforge.observe.NodeVm;
import io.github.talosforge.rolling.MemberRemoval.Going;
import io.github.talosforge.talos.TalosEndpoint;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The nodes that go, beside what the files say of the cluster.
 *
 * @param nodes the nodes that go
 * @param controlPlanes what the files call control planes
 * @param staying those of them that stay
 * @param others what goes and is no control plane of the files, which it may have been all the same
 * @param workers what the files call workers
 */
record GoingNodes(
    List<Going> nodes,
    List<SeenNode> controlPlanes,
    List<SeenNode> staying,
    List<SeenNode> others,
    Set<NodeName> workers) {

  static GoingNodes of(List<NodeVm> vms, List<SeenNode> listed, List<SeenNode> unlisted) {
    Set<NodeName> names = vms.stream().map(NodeVm::node).collect(Collectors.toSet());
    Map<NodeName, TalosEndpoint> known = new LinkedHashMap<>();
    Stream.concat(unlisted.stream(), listed.stream())
        .forEach(node -> node.place().endpoint().ifPresent(at -> known.put(node.name(), at)));
    List<SeenNode> controlPlanes = withRole(listed, NodeRole.CONTROL_PLANE);
    List<SeenNode> workers = withRole(listed, NodeRole.WORKER);
    return new GoingNodes(
        vms.stream().map(vm -> new Going(vm.node(), endpoint(vm, known))).toList(),
        controlPlanes,
        controlPlanes.stream().filter(node -> !names.contains(node.name())).toList(),
        Stream.concat(workers.stream(), unlisted.stream())
            .filter(node -> names.contains(node.name()))
            .toList(),
        workers.stream().map(SeenNode::name).collect(Collectors.toSet()));
  }

  private static List<SeenNode> withRole(List<SeenNode> nodes, NodeRole role) {
    return nodes.stream().filter(node -> node.place().role() == role).toList();
  }

  private static Optional<TalosEndpoint> endpoint(NodeVm vm, Map<NodeName, TalosEndpoint> known) {
    return Optional.ofNullable(known.get(vm.node()))
        .or(() -> vm.address().map(address -> TalosEndpoint.of(address.toString())));
  }

  boolean allWorkers() {
    return nodes.stream().allMatch(node -> workers.contains(node.name()));
  }

  /** All nodes of the files, and those that go with the places of their VMs. */
  List<Going> places(List<SeenNode> listed) {
    return Stream.concat(nodes.stream(), listed.stream().map(Going::of)).toList();
  }

  /** The control planes that stay, first those that are known to have etcd. */
  List<SeenNode> tellers(Optional<EtcdSearch.Found> found) {
    Set<NodeName> holders = found.map(EtcdSearch.Found::holders).orElse(Set.of());
    return staying.stream()
        .sorted(Comparator.comparing(node -> !holders.contains(node.name())))
        .toList();
  }

  /** Those that go and whose machines do not say that they are workers. */
  List<Going> perhapsMembers(Optional<EtcdSearch.Found> found) {
    Set<NodeName> sure = found.map(EtcdSearch.Found::workers).orElse(Set.of());
    return nodes.stream().filter(node -> !sure.contains(node.name())).toList();
  }

  /** Leaves out what the files call a worker, unless its machine says otherwise. */
  List<Going> unlessWorkers(List<Going> some, Optional<EtcdSearch.Found> found) {
    Set<NodeName> holders = found.map(EtcdSearch.Found::holders).orElse(Set.of());
    return some.stream()
        .filter(node -> !workers.contains(node.name()) || holders.contains(node.name()))
        .toList();
  }
}
