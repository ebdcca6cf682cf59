package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.SourceLocation;
import io.github.talosforge.model.AddressWish;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.Ipv4Address;
import io.github.talosforge.model.MacAddress;
import io.github.talosforge.model.NicSpec;
import io.github.talosforge.model.NodeSpec;
import io.github.talosforge.model.PoolSpec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A value that the files demand for a node, in so many words or as the node's place in a pool.
 *
 * @param value the value
 * @param node the node
 * @param location where it is demanded
 * @param <T> the kind of value
 */
record Demand<T>(T value, NodeSpec node, @Nullable SourceLocation location) {
  /** Returns the demanded ids, as numbers because a pool can run out of ids. */
  static List<Demand<Long>> ids(ClusterSpec spec) {
    Map<String, PoolSpec> pools = pools(spec);
    List<Demand<Long>> demands = new ArrayList<>();
    for (NodeSpec node : spec.nodes()) {
      Optional<PoolSpec> pool = node.pool().map(member -> pools.get(member.pool()));
      if (node.vmId().isPresent()) {
        demands.add(new Demand<>((long) node.vmId().get().value(), node, place(node, "vm_id")));
      } else if (pool.flatMap(PoolSpec::firstVmId).isPresent()) {
        long first = pool.flatMap(PoolSpec::firstVmId).get().value();
        demands.add(new Demand<>(first + ordinal(node), node, place(pool.get(), "vm_id")));
      }
    }
    return demands;
  }

  /** Returns the demanded addresses of the nodes' first network cards. */
  static List<Demand<Ipv4Address>> addresses(ClusterSpec spec) {
    Map<String, PoolSpec> pools = pools(spec);
    List<Demand<Ipv4Address>> demands = new ArrayList<>();
    for (NodeSpec node : spec.nodes()) {
      Optional<PoolSpec> pool = node.pool().map(member -> pools.get(member.pool()));
      if (node.address() instanceof AddressWish.Fixed fixed) {
        demands.add(new Demand<>(fixed.address(), node, place(node, "address")));
      } else if (pool.flatMap(PoolSpec::firstAddress).isPresent()) {
        Ipv4Address first = pool.flatMap(PoolSpec::firstAddress).get();
        Ipv4Address own = new Ipv4Address(first.bits() + ordinal(node));
        demands.add(new Demand<>(own, node, place(pool.get(), "address")));
      }
    }
    return demands;
  }

  /** Returns the demanded hardware addresses of all network cards. */
  static List<Demand<MacAddress>> macs(ClusterSpec spec) {
    List<Demand<MacAddress>> demands = new ArrayList<>();
    for (NodeSpec node : spec.nodes()) {
      node.vm()
          .nic()
          .mac()
          .ifPresent(mac -> demands.add(new Demand<>(mac, node, place(node, "mac_addr"))));
      for (NicSpec card : node.vm().extraNics()) {
        card.mac()
            .ifPresent(mac -> demands.add(new Demand<>(mac, node, place(node, "extra_nics"))));
      }
    }
    return demands;
  }

  private static Map<String, PoolSpec> pools(ClusterSpec spec) {
    Map<String, PoolSpec> pools = new HashMap<>();
    spec.pools().forEach(pool -> pools.putIfAbsent(pool.name(), pool));
    return pools;
  }

  private static int ordinal(NodeSpec node) {
    return node.pool().orElseThrow().ordinal();
  }

  private static @Nullable SourceLocation place(NodeSpec node, String key) {
    return node.provenance().nearest(key);
  }

  private static @Nullable SourceLocation place(PoolSpec pool, String key) {
    return pool.provenance().nearest(key);
  }
}
