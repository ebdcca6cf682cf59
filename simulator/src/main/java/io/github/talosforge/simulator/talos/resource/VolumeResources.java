package io.github.talosforge.simulator.talos.resource;

import io.github.talosforge.simulator.talos.Machine;
import io.github.talosforge.simulator.talos.NodeDisks;
import io.github.talosforge.simulator.talos.Talos;
import io.github.talosforge.simulator.vm.GuestHardware;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The volumes of a node: partitions, where they are. */
final class VolumeResources {
  private static final long SYSTEM_PARTITIONS = 2_200L << 20;
  private static final int MISSING = 2;
  private static final int READY = 6;

  private final Talos talos;

  VolumeResources(Talos talos) {
    this.talos = talos;
  }

  List<NodeResource> list(Machine machine) {
    List<NodeResource> volumes = new ArrayList<>();
    volumes.add(volume(machine, NodeDisks.STATE, 5));
    volumes.add(volume(machine, NodeDisks.EPHEMERAL, 6));
    return volumes;
  }

  private NodeResource volume(Machine machine, String label, int partition) {
    Optional<GuestHardware.Disk> disk = talos.disks().holding(machine, label);
    Spec spec = new Spec();
    if (disk.isEmpty()) {
      spec.choice(1, "phase", "missing", MISSING).choice(16, "type", "partition", 0);
    } else {
      long size = size(machine, disk.get(), label);
      spec.choice(1, "phase", "ready", READY)
          .choice(16, "type", "partition", 0)
          .text(2, "location", disk.get().device() + partition)
          .text(7, "parentLocation", disk.get().device())
          .number(8, "partitionIndex", partition)
          .number(9, "size", size)
          .text(13, "prettySize", NodeResources.pretty(size));
    }
    return NodeResources.resource(ResourceType.VOLUME_STATUS, label, spec);
  }

  private long size(Machine machine, GuestHardware.Disk disk, String label) {
    if (label.equals(NodeDisks.STATE)) {
      return 100L << 20;
    }
    boolean system = talos.disks().system(machine).filter(disk::equals).isPresent();
    return Math.max(0, disk.volume().size() - (system ? SYSTEM_PARTITIONS : 0));
  }
}
