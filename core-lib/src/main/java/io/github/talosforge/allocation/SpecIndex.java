package io.github.talosforge.allocation;

import io.github.talosforge.finding.SourceLocation;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.model.NodeSpec;
import io.github.talosforge.model.PoolMember;
import io.github.talosforge.model.PoolSpec;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A cluster's nodes and pools by name. */
record SpecIndex(ClusterSpec spec, Map<NodeName, NodeSpec> nodes, Map<String, PoolSpec> pools) {

  static SpecIndex of(ClusterSpec spec) {
    Map<NodeName, NodeSpec> nodes = new TreeMap<>();
    spec.nodes().forEach(node -> nodes.putIfAbsent(node.name(), node));
    Map<String, PoolSpec> pools = new TreeMap<>();
    spec.pools().forEach(pool -> pools.putIfAbsent(pool.name(), pool));
    return new SpecIndex(spec, nodes, pools);
  }

  Optional<PoolSpec> poolOf(NodeSpec node) {
    return node.pool().map(PoolMember::pool).map(pools::get);
  }

  @Nullable SourceLocation location(NodeName name, String key) {
    NodeSpec node = nodes.get(name);
    return node == null ? null : node.provenance().nearest(key);
  }

  /** Returns the pools and where the files say that they start. */
  List<PoolStart> starts(Function<PoolSpec, Optional<Long>> first) {
    return pools.values().stream()
        .map(pool -> new PoolStart(pool.name(), pool.role(), first.apply(pool)))
        .toList();
  }

  /** Returns the line that keeps what a single node got. */
  PinLine pin(NodeName name, String key, String value) {
    return new PinLine("node " + name, key, value, location(name, "name"));
  }

  /** Returns the line that keeps where a pool starts. */
  PinLine pinPool(String name, String key, String value) {
    PoolSpec pool = pools.get(name);
    return new PinLine(
        "pool " + name, key, value, pool == null ? null : pool.provenance().nearest("name"));
  }
}
