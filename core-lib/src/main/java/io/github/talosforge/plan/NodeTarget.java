package io.github.talosforge.plan;

import io.github.talosforge.allocation.DerivedIdentity;
import io.github.talosforge.allocation.DiskKey;
import io.github.talosforge.allocation.NodeAssignment;
import io.github.talosforge.desired.DesiredVm;
import io.github.talosforge.desired.WantedBy;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.DiskSize;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.model.NodeSpec;
import io.github.talosforge.model.Origin;
import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * What a node's VM should be.
 *
 * @param spec the node as the files describe it
 * @param assignment what was decided for it
 * @param configuration its configuration, without the marks of the cluster
 * @param sizes the sizes of its disks, by configuration key
 * @param formerDisks the world wide names of disks that the node may have had: a disk that shows
 *     one of them was made here
 */
public record NodeTarget(
    NodeSpec spec,
    NodeAssignment assignment,
    WantedConfiguration configuration,
    Map<String, DiskSize> sizes,
    Set<String> formerDisks) {
  /** The key of the disk that Talos is on. */
  static final String SYSTEM_DISK = "scsi0";

  /** The key of the drive that the installer boots from. */
  static final String CD_DRIVE = "ide2";

  private static final int MOST_EXTRA_DISKS = 15;

  /** Keeps own copies of the collections. */
  public NodeTarget {
    sizes = Collections.unmodifiableSortedMap(new TreeMap<>(sizes));
    formerDisks = Set.copyOf(formerDisks);
  }

  /** Returns what a node's VM should be once it is known what the node gets. */
  public static NodeTarget of(ClusterSpec cluster, NodeSpec node, NodeAssignment assignment) {
    DesiredVm vm = DesiredVm.of(node, assignment, cluster.network(), Optional.empty());
    return new NodeTarget(
        node,
        assignment,
        new WantedConfiguration(vm.options()),
        vm.sizes(),
        cluster.uid().map(uid -> formerDisks(DerivedIdentity.of(uid), node)).orElseGet(Set::of));
  }

  private static Set<String> formerDisks(DerivedIdentity identity, NodeSpec node) {
    return IntStream.range(0, MOST_EXTRA_DISKS)
        .mapToObj(index -> identity.wwn(node.name(), DiskKey.extra(index), 0))
        .map(wwn -> wwn.value().toLowerCase(Locale.ROOT))
        .collect(Collectors.toUnmodifiableSet());
  }

  /** Returns the node. */
  public NodeName node() {
    return spec.name();
  }

  /** Returns who wants a value. */
  Optional<Origin> origin(String key, Optional<String> part) {
    return WantedBy.origin(spec, key, part);
  }

  /** Returns a copy that wants another configuration. */
  NodeTarget withConfiguration(WantedConfiguration wanted) {
    return new NodeTarget(spec, assignment, wanted, sizes, formerDisks);
  }
}
