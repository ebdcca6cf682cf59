package io.github.talosforge.plan;

import io.github.talosforge.allocation.NodeAssignment;
import io.github.talosforge.model.DiskSize;
import io.github.talosforge.model.ExplainedValue;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.model.NodeSpec;
import io.github.talosforge.model.Origin;
import io.github.talosforge.model.Provenance;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * What a node's VM should be.
 *
 * @param spec the node as the files describe it
 * @param assignment what was decided for it
 * @param configuration its configuration, without the marks of the cluster
 * @param sizes the sizes of its disks, by configuration key
 * @param clusterProvenance where the values come from that all nodes share
 * @param formerDisks the world wide names of disks that the node may have had: a disk that shows
 *     one of them was made here
 */
public record NodeTarget(
    NodeSpec spec,
    NodeAssignment assignment,
    WantedConfiguration configuration,
    Map<String, DiskSize> sizes,
    Provenance clusterProvenance,
    Set<String> formerDisks) {
  /** The key of the disk that Talos is on. */
  static final String SYSTEM_DISK = "scsi0";

  /** The key of the drive that the installer boots from. */
  static final String CD_DRIVE = "ide2";

  /** Keeps own copies of the collections. */
  public NodeTarget {
    sizes = Collections.unmodifiableSortedMap(new TreeMap<>(sizes));
    formerDisks = Set.copyOf(formerDisks);
  }

  /** Returns the node. */
  public NodeName node() {
    return spec.name();
  }

  /** Returns who wants a value. */
  Optional<Origin> origin(String key, Optional<String> part) {
    return WrittenAs.of(key, part, SYSTEM_DISK).flatMap(this::said).map(ExplainedValue::origin);
  }

  private Optional<ExplainedValue> said(String key) {
    return spec.provenance().find(key).or(() -> clusterProvenance.find(key));
  }

  /** Returns a copy that wants another configuration. */
  NodeTarget withConfiguration(WantedConfiguration wanted) {
    return new NodeTarget(spec, assignment, wanted, sizes, clusterProvenance, formerDisks);
  }
}
