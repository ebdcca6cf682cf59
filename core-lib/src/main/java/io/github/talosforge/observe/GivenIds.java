package io.github.talosforge.observe;

import io.github.talosforge.allocation.WrittenPlaces;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.model.NodeRole;
import io.github.talosforge.model.NodeSpec;
import io.github.talosforge.model.VmId;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Which ids a node's VMs can have been given here. */
@FunctionalInterface
interface GivenIds {
  /** Whoever plans has judged. */
  GivenIds ANY = (node, part, id) -> true;

  /** Tells whether one of a node's VMs can have an id. */
  boolean include(NodeName node, NodePart part, VmId id);

  /** The id that the files give a node, else any of its role's range. */
  static GivenIds of(ClusterSpec spec) {
    WrittenPlaces written = WrittenPlaces.of(spec);
    Map<NodeName, NodeSpec> nodes = new HashMap<>();
    spec.nodes().forEach(node -> nodes.putIfAbsent(node.name(), node));
    return (name, part, id) -> {
      Optional<NodeSpec> node = Optional.ofNullable(nodes.get(name));
      Optional<VmId> own = part == NodePart.DATA ? id.ofDataVm() : Optional.of(id);
      Optional<VmId> wanted = node.flatMap(written::id);
      return wanted.isPresent()
          ? own.equals(wanted)
          : own.filter(one -> isInRange(spec, node, one)).isPresent();
    };
  }

  /** The role of a node that the files no longer name is not known. */
  private static boolean isInRange(ClusterSpec spec, Optional<NodeSpec> node, VmId id) {
    return node.map(one -> Stream.of(one.role()))
        .orElseGet(() -> Stream.of(NodeRole.values()))
        .anyMatch(role -> spec.allocation().ids(role).contains(id));
  }
}
