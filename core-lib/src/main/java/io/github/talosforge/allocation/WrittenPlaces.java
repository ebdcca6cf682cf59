package io.github.talosforge.allocation;

import io.github.talosforge.model.AddressWish;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.Ipv4Address;
import io.github.talosforge.model.NodeSpec;
import io.github.talosforge.model.PoolSpec;
import io.github.talosforge.model.VmId;
import java.util.Optional;

/** The ids and addresses that the files demand, of single nodes and by the starts of pools. */
public final class WrittenPlaces {
  private static final long LARGEST_ID = 999_999_999;

  private final SpecIndex index;

  WrittenPlaces(SpecIndex index) {
    this.index = index;
  }

  /** Returns those of a cluster. */
  public static WrittenPlaces of(ClusterSpec spec) {
    return new WrittenPlaces(SpecIndex.of(spec));
  }

  /** Returns the id that a node's VM is to have. */
  public Optional<VmId> id(NodeSpec node) {
    return number(node).filter(id -> id <= LARGEST_ID).map(id -> VmId.of(id.intValue()));
  }

  /** A pool whose first id the files demand can run out of ids. */
  Optional<Long> number(NodeSpec node) {
    return node.vmId()
        .map(id -> (long) id.value())
        .or(
            () ->
                index
                    .poolOf(node)
                    .flatMap(PoolSpec::firstVmId)
                    .map(first -> first.value() + (long) node.pool().orElseThrow().ordinal()));
  }

  /** Returns the address that a node is to have. */
  public Optional<Ipv4Address> address(NodeSpec node) {
    if (node.address() instanceof AddressWish.Fixed fixed) {
      return Optional.of(fixed.address());
    }
    return index
        .poolOf(node)
        .flatMap(PoolSpec::firstAddress)
        .map(
            first -> new Ipv4Address((int) (first.toLong() + node.pool().orElseThrow().ordinal())));
  }
}
