package io.github.talosforge.allocation;

import io.github.talosforge.model.HostName;
import io.github.talosforge.model.NodeRole;
import io.github.talosforge.model.NodeSpec;
import io.github.talosforge.model.PoolMember;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;

/** A host while nodes are being placed on it. */
final class HostLoad {
  private final HostName name;
  private final boolean online;
  private final Map<NodeRole, Integer> byRole = new EnumMap<>(NodeRole.class);
  private final Map<String, Integer> byPool = new HashMap<>();
  private final long totalMebibytes;
  private final long lentMebibytes;
  private long freeMebibytes;
  private boolean grown;

  HostLoad(HostCapacity capacity, BigDecimal overcommit) {
    this.name = capacity.name();
    this.online = capacity.online();
    this.freeMebibytes = capacity.freeMebibytes();
    this.totalMebibytes = capacity.totalMebibytes();
    this.lentMebibytes =
        overcommit
            .subtract(BigDecimal.ONE)
            .multiply(BigDecimal.valueOf(totalMebibytes))
            .longValue();
  }

  /** Returns a host of which nothing is known but its name: it has room for everything. */
  static HostLoad unbounded(HostName name) {
    long plenty = Long.MAX_VALUE / 2;
    return new HostLoad(new HostCapacity(name, true, plenty, plenty), BigDecimal.ONE);
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
    return online && freeMebibytes + lentMebibytes >= node.vm().memory().mebibytes();
  }

  /** Tells whether a node fits without promising memory twice. */
  boolean hasRoomOfItsOwn(NodeSpec node) {
    return online && freeMebibytes >= node.vm().memory().mebibytes();
  }

  long totalMebibytes() {
    return totalMebibytes;
  }

  /** Tells whether a new node has got memory that the host does not have. */
  boolean isOvercommitted() {
    return grown && freeMebibytes < 0;
  }

  /** Returns how many times its memory the host would have promised with one more node. */
  BigDecimal overcommitWith(NodeSpec node) {
    long promised = totalMebibytes - freeMebibytes + node.vm().memory().mebibytes();
    return BigDecimal.valueOf(promised)
        .divide(BigDecimal.valueOf(totalMebibytes), 1, RoundingMode.UP);
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
    grown = true;
  }
}
