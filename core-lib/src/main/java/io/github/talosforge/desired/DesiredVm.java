package io.github.talosforge.desired;

import io.github.talosforge.allocation.NodeAssignment;
import io.github.talosforge.model.DiskSize;
import io.github.talosforge.model.NetworkSpec;
import io.github.talosforge.model.NodeSpec;
import io.github.talosforge.model.VmId;
import io.github.talosforge.proxmox.property.Volume;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The configuration that a node's VM should have.
 *
 * <p>Disks are written as if they were to be made, such as {@code local-zfs:256,discard=on}. The
 * marks by which Talosforge recognises its VMs are not part of it, except for the UUID.
 *
 * @param id the VM's id
 * @param options the configuration by Proxmox VE's keys
 * @param sizes the sizes of the disks by the same keys; one that comes with an image may be smaller
 * @param dataVolumes the disks that the node's data VM keeps, by the same keys
 */
public record DesiredVm(
    VmId id,
    Map<String, String> options,
    Map<String, DiskSize> sizes,
    Map<String, DataVolume> dataVolumes) {

  /** Keeps own copies, sorted by key. */
  public DesiredVm {
    options = Collections.unmodifiableSortedMap(new TreeMap<>(options));
    sizes = Collections.unmodifiableSortedMap(new TreeMap<>(sizes));
    dataVolumes = Collections.unmodifiableSortedMap(new TreeMap<>(dataVolumes));
  }

  /**
   * Returns what the VM of a node should look like.
   *
   * @param node the node
   * @param assignment the id, addresses and names that it got
   * @param network the network that it is in
   * @param image the file that it is made from, as far as known; a clone needs none
   */
  public static DesiredVm of(
      NodeSpec node, NodeAssignment assignment, NetworkSpec network, Optional<Volume> image) {
    Drives drives = new Drives(node, assignment, image);
    Map<String, String> options = new TreeMap<>();
    options.putAll(Hardware.options(node, assignment));
    options.putAll(NetworkCards.options(node, assignment, network));
    options.putAll(drives.options());
    options.putAll(node.vm().options());
    return new DesiredVm(assignment.vmId(), options, drives.sizes(), drives.dataVolumes());
  }
}
