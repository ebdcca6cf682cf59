package io.github.talosforge.plan;

import io.github.talosforge.observe.GuestConfiguration;
import io.github.talosforge.observe.ObservedGuest;
import io.github.talosforge.proxmox.property.Disk;
import io.github.talosforge.proxmox.property.DriveBus;
import io.github.talosforge.proxmox.property.Volume;
import java.util.Locale;
import java.util.Optional;

/**
 * Finds disks that carry the world wide name of a data disk and are another volume, as Move Storage
 * and the restore of a backup leave them. With both attached Talos would take either.
 */
final class CopiedDisks {
  private CopiedDisks() {}

  static void report(NodeTarget target, ObservedGuest guest, GuestConfiguration live, Draft draft) {
    for (String key : target.dataVolumes().keySet()) {
      Disk wanted =
          Disk.parse(DriveBus.SCSI, target.configuration().values().getOrDefault(key, "none"));
      LiveDisk.all(live).values().stream()
          .filter(disk -> name(disk.disk()).isPresent() && name(disk.disk()).equals(name(wanted)))
          .filter(disk -> !disk.volume().equals(wanted.volume()))
          .forEach(disk -> report(target, guest, disk, wanted.volume(), draft));
    }
  }

  private static Optional<String> name(Disk disk) {
    return disk.wwn().map(name -> name.toLowerCase(Locale.ROOT));
  }

  private static void report(
      NodeTarget target, ObservedGuest guest, LiveDisk copy, Volume kept, Draft draft) {
    draft.report(
        PlanFinding.DATA_DISK_IS_COPY,
        target.spec().provenance().nearest("volumes"),
        copy.key()
            + " of "
            + guest.label()
            + " ("
            + copy.volume()
            + ") carries the world wide name of "
            + kept
            + ", which the data VM keeps, but is another volume, as after Move Storage or a"
            + " restore. With both attached Talos could take either.",
        "Shut the node down. If the copy has the newer data, on "
            + guest.host()
            + ": qemu-img convert -n -O raw $(pvesm path "
            + copy.volume()
            + ") $(pvesm path "
            + kept
            + ")\n    Then, in both cases: qm set "
            + guest.id()
            + " --delete "
            + copy.key());
  }
}
