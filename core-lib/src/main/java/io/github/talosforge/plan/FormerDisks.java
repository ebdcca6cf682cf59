package io.github.talosforge.plan;

import io.github.talosforge.observe.GuestConfiguration;
import io.github.talosforge.observe.NodeVm;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;

/**
 * Disks of a VM that are not in the files. One was made here only if its world wide name follows
 * from the node and its volume is the VM's own: what people attached stays, and so do the volumes
 * that a storage driver of Kubernetes attaches, which belong to another id.
 */
final class FormerDisks {
  private final NodeTarget target;
  private final NodeVm vm;
  private final GuestConfiguration live;

  FormerDisks(NodeTarget target, NodeVm vm, GuestConfiguration live) {
    this.target = target;
    this.vm = vm;
    this.live = live;
  }

  List<LiveDisk> madeHere() {
    return own().stream().filter(this::isNamedHere).toList();
  }

  List<LiveDisk> others() {
    return own().stream().filter(disk -> !isNamedHere(disk)).toList();
  }

  /** Returns the disks of volumes that the node's data VM keeps. */
  List<LiveDisk> keptElsewhere() {
    return LiveDisk.all(live).values().stream()
        .filter(disk -> target.formerVolumes().contains(disk.volume().text()))
        .toList();
  }

  private List<LiveDisk> own() {
    return LiveDisk.all(live).values().stream()
        .filter(disk -> !target.configuration().values().containsKey(disk.key()))
        .filter(disk -> disk.volume().owner().equals(OptionalInt.of(vm.vmId().value())))
        .toList();
  }

  private boolean isNamedHere(LiveDisk disk) {
    return disk.disk()
        .wwn()
        .map(name -> name.toLowerCase(Locale.ROOT))
        .filter(target.formerDisks()::contains)
        .isPresent();
  }
}
