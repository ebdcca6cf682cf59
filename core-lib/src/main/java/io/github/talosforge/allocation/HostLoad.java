package io.github.talosforge.allocation;

import io.github.talosforge.model.HostName;
import io.github.talosforge.model.NodeRole;
import io.github.talosforge.model.NodeSpec;
import io.github.talosforge.model.PoolMember;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;

/** A host while nodes are being placed on it. */
final class HostLoad {
  private final HostName name;
  private final boolean online;
  private final Map<NodeRole, Integer> byRole = new EnumMap<>(NodeRole.class);
  private final Map<String, Integer> byPool = new HashMap<>();
  private long freeMebibytes;

  HostLoad(HostCapacity capacity) {
    this.name = capacity.name();
    this.online = capacity.online();
    this.freeMebibytes = capacity.freeMebibytes();
  }

  /** Returns a host of which nothing is known but its name: it has room for everything. */
  static HostLoad unbounded(HostName name) {
    return new HostLoad(new HostCapacity(name, true, Long.MAX_VALUE / 2));
  }

  HostName name() {
    return name;
  }

  boolean online() {
    return online;
  }

  long freeMebibytes() {
    return freeMebibytes;
  }

  boolean hasRoom(NodeSpec node) {
    return online && freeMebibytes >= node.vm().memory().mebibytes();
  }

  int count(NodeRole role) {
    return byRole.getOrDefault(role, 0);
  }

  int countOfPool(NodeSpec node) {
    return node.pool().map(PoolMember::pool).map(pool -> byPool.getOrDefault(pool, 0)).orElse(0);
  }

  /** Adds a node whose memory the capacity has been reduced by already, since its VM exists. */
  void addExisting(NodeSpec node) {
    byRole.merge(node.role(), 1, Integer::sum);
    node.pool().ifPresent(member -> byPool.merge(member.pool(), 1, Integer::sum));
  }

  void add(NodeSpec node) {
    addExisting(node);
    freeMebibytes -= node.vm().memory().mebibytes();
  }
}
