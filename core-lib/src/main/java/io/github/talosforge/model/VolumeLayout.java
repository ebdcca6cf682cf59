package io.github.talosforge.model;

import java.util.List;
import java.util.Optional;

/**
 * How Talos divides a node's disks.
 *
 * @param dataVm whether everything but the system is on disks of a second, never started VM
 * @param ephemeralSize the size of EPHEMERAL: of its disk with a data VM, else its upper bound
 * @param volumes the user volumes, by name
 */
public record VolumeLayout(
    boolean dataVm, Optional<DiskSize> ephemeralSize, List<VolumeSpec> volumes) {

  /** Keeps an own copy of the list. */
  public VolumeLayout {
    volumes = List.copyOf(volumes);
  }

  /** Returns the volumes that are partitions of the system disk and go with it. */
  public List<VolumeSpec> partitions() {
    return volumes.stream().filter(volume -> volume.type() == VolumeSpec.Type.PARTITION).toList();
  }
}
