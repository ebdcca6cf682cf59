package io.github.talosforge.plan;

import io.github.talosforge.allocation.DerivedIdentity;
import io.github.talosforge.allocation.DiskKey;
import io.github.talosforge.allocation.NodeAssignment;
import io.github.talosforge.desired.DataVolume;
import io.github.talosforge.desired.DesiredVm;
import io.github.talosforge.desired.WantedBy;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.DiskSize;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.model.NodeSpec;
import io.github.talosforge.model.Origin;
import io.github.talosforge.proxmox.property.Disk;
import io.github.talosforge.proxmox.property.DriveBus;
import io.github.talosforge.proxmox.property.Volume;
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
 * @param dataVolumes the disks that the node's data VM keeps, by configuration key
 * @param formerVolumes the volumes that the node's data VM keeps and the files no longer name
 */
public record NodeTarget(
    NodeSpec spec,
    NodeAssignment assignment,
    WantedConfiguration configuration,
    Map<String, DiskSize> sizes,
    Set<String> formerDisks,
    Map<String, DataVolume> dataVolumes,
    Set<String> formerVolumes) {
  /** The key of the disk that Talos is on. */
  static final String SYSTEM_DISK = "scsi0";

  /** The key of the drive that the installer boots from. */
  static final String CD_DRIVE = "ide2";

  private static final int MOST_EXTRA_DISKS = 15;

  /** Keeps own copies of the collections. */
  public NodeTarget {
    sizes = Collections.unmodifiableSortedMap(new TreeMap<>(sizes));
    formerDisks = Set.copyOf(formerDisks);
    dataVolumes = Collections.unmodifiableSortedMap(new TreeMap<>(dataVolumes));
    formerVolumes = Set.copyOf(formerVolumes);
  }

  /** Returns what a node's VM should be once it is known what the node gets. */
  public static NodeTarget of(ClusterSpec cluster, NodeSpec node, NodeAssignment assignment) {
    DesiredVm vm = DesiredVm.of(node, assignment, cluster.network(), Optional.empty());
    return new NodeTarget(
        node,
        assignment,
        new WantedConfiguration(vm.options()),
        vm.sizes(),
        cluster.uid().map(uid -> formerDisks(DerivedIdentity.of(uid), node)).orElseGet(Set::of),
        vm.dataVolumes(),
        Set.of());
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
    DataVolume kept = dataVolumes.get(key);
    return kept == null ? WantedBy.origin(spec, key, part) : WantedBy.origin(spec, kept);
  }

  /** Returns a copy whose data disks are these volumes, by configuration key. */
  NodeTarget withVolumes(Map<String, String> volumes) {
    Map<String, String> values = new TreeMap<>(configuration.values());
    volumes.forEach(
        (key, volume) ->
            values.computeIfPresent(
                key,
                (same, text) ->
                    Disk.parse(DriveBus.SCSI, text).withVolume(Volume.parse(volume)).text()));
    return withConfiguration(new WantedConfiguration(values));
  }

  /** Returns a copy that may have used these volumes before. */
  NodeTarget withFormerVolumes(Set<String> volumes) {
    return new NodeTarget(
        spec, assignment, configuration, sizes, formerDisks, dataVolumes, volumes);
  }

  /** Returns a copy in which disks have other configuration keys. */
  NodeTarget withKeys(Map<String, String> places) {
    return new NodeTarget(
        spec,
        assignment,
        new WantedConfiguration(renamed(configuration.values(), places)),
        renamed(sizes, places),
        formerDisks,
        renamed(dataVolumes, places),
        formerVolumes);
  }

  private static <V> Map<String, V> renamed(Map<String, V> values, Map<String, String> places) {
    Map<String, V> renamed = new TreeMap<>();
    values.forEach((key, value) -> renamed.put(places.getOrDefault(key, key), value));
    return renamed;
  }

  /** Returns a copy that wants another configuration. */
  NodeTarget withConfiguration(WantedConfiguration wanted) {
    return new NodeTarget(spec, assignment, wanted, sizes, formerDisks, dataVolumes, formerVolumes);
  }
}
