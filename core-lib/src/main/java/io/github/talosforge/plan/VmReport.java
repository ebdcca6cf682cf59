package io.github.talosforge.plan;

import io.github.talosforge.finding.SourceLocation;
import io.github.talosforge.model.DiskSize;
import io.github.talosforge.model.Origin;
import io.github.talosforge.model.PoolName;
import io.github.talosforge.observe.GuestConfiguration;
import io.github.talosforge.observe.ObservedGuest;
import io.github.talosforge.plan.KeyDifference.Part;
import io.github.talosforge.proxmox.property.IpConfig;
import io.github.talosforge.proxmox.property.PropertyFormatException;
import io.github.talosforge.proxmox.property.Volume;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The sentences about what cannot be changed on a VM that exists. */
final class VmReport {
  private final NodeTarget target;
  private final ObservedGuest guest;
  private final Draft draft;

  VmReport(NodeTarget target, ObservedGuest guest, Draft draft) {
    this.target = target;
    this.guest = guest;
    this.draft = draft;
  }

  /** Refuses to give a live node another address; other parts of the value may change. */
  boolean refusesAddress(GuestConfiguration live, KeyDifference difference) {
    Optional<String> old = live.get("ipconfig0").flatMap(VmReport::address);
    Optional<String> wanted = address(difference.toSend());
    if (old.isEmpty() || old.equals(wanted)) {
      return false;
    }
    draft.report(
        PlanFinding.ADDRESS_CHANGED,
        target.spec().provenance().nearest("address"),
        "Node "
            + target.node()
            + " lives at "
            + old.get()
            + ", the files say "
            + wanted.orElse("nothing")
            + ". A live node cannot move to another address: etcd and the certificates know it by"
            + " the old one.",
        "Write the old address again, or add a node with the new address and then remove this"
            + " one.");
    return true;
  }

  private static Optional<String> address(String ipConfig) {
    try {
      return IpConfig.parse(ipConfig).address();
    } catch (PropertyFormatException unreadable) {
      return Optional.empty();
    }
  }

  /** Warns of a VM that is believed to be looked after and is not. */
  void unlessLookedAfter() {
    if (guest.haState().filter("error"::equals).isPresent()) {
      String command = "ha-manager set vm:" + guest.id() + " --state ";
      draft.report(
          PlanFinding.HA_GAVE_UP,
          target.spec().provenance().nearest("ha"),
          "High availability gave up on "
              + guest.label()
              + " of node "
              + target.node()
              + ": it neither restarts it nor moves it to another host.",
          "Mend what the VM's last tasks say, then run '"
              + command
              + "disabled' and '"
              + command
              + "started'. The first stops the VM.");
    }
  }

  void smaller(String key, DiskSize size, DiskSize wanted) {
    Optional<Origin> origin = target.origin(key, Optional.of("size"));
    boolean builtIn = origin.filter(who -> who.layer().isBuiltIn()).isPresent();
    draft.report(
        builtIn ? PlanFinding.DISK_LARGER_THAN_DEFAULT : PlanFinding.DISK_SMALLER,
        location(key, "size"),
        "Disk "
            + key
            + " of "
            + guest.label()
            + " has "
            + size
            + ", the files say "
            + wanted
            + "; a disk never shrinks.",
        "Write " + size + ", or replace the node by one with a smaller disk.");
  }

  void staysAsForeign(DiskMoves.Elsewhere disk) {
    stays(
        disk,
        "it is no volume of this VM, and Proxmox VE would delete what is another's",
        "Write the storage that it is on.");
  }

  void staysAsUnasked(DiskMoves.Elsewhere disk) {
    stays(
        disk,
        "that is only the built-in value",
        "Write the storage that it is on, or the one where you want it.");
  }

  void staysAsWaiting(DiskMoves.Elsewhere disk) {
    stays(
        disk,
        "another change of it waits for a stop and start, which would bring the old volume back",
        "Let that take effect with --allow-reboot; the run after that moves the disk.");
  }

  void staysAsRunning(DiskMoves.Elsewhere disk) {
    stays(
        disk,
        "Proxmox VE moves the state of a TPM only while the VM is off",
        "Shut the node down; the next run moves it and starts the node.");
  }

  private void stays(DiskMoves.Elsewhere disk, String because, String suggestion) {
    draft.report(
        PlanFinding.DISK_ON_OTHER_STORAGE,
        DiskMoves.origin(target, disk.key())
            .flatMap(Origin::location)
            .orElseGet(() -> target.spec().provenance().nearest("name")),
        "Disk "
            + disk.key()
            + " of "
            + guest.label()
            + " is on "
            + disk.volume().storage().orElse("no storage")
            + ", the files say "
            + disk.wanted()
            + "; it stays, because "
            + because
            + ".",
        suggestion);
  }

  void notInFiles(LiveDisk disk) {
    draft.report(
        PlanFinding.DISK_NOT_IN_FILES,
        null,
        "Disk "
            + disk.key()
            + " of "
            + guest.label()
            + " ("
            + disk.volume()
            + ") is not in the files; it is left alone.",
        null);
  }

  void fixed(String key, List<Part> parts) {
    String what =
        parts.stream()
            .map(part -> part.name().orElse(key) + " " + shown(part))
            .collect(Collectors.joining(", "));
    draft.report(
        PlanFinding.FIRMWARE_DISK_FIXED,
        location(key, ""),
        key
            + " of "
            + guest.label()
            + " was made differently ("
            + what
            + ") and cannot be changed.",
        "Leave it, or replace the node.");
  }

  private static String shown(Part part) {
    return part.oldValue().orElse("unset") + " instead of " + part.newValue().orElse("unset");
  }

  void otherKind(String key, String live, String wanted) {
    draft.report(
        PlanFinding.DRIVE_OF_OTHER_KIND,
        location(key, ""),
        key + " of " + guest.label() + " holds " + live + ", the files want " + wanted + " there.",
        "Free " + key + " yourself: nothing that is attached is ever pushed aside.");
  }

  void unusedVolumes(GuestConfiguration live) {
    live.current().entrySet().stream()
        .filter(entry -> entry.getKey().matches("unused\\d+"))
        .forEach(entry -> unused(entry.getKey(), Volume.parse(entry.getValue())));
  }

  private void unused(String key, Volume volume) {
    draft.report(
        PlanFinding.VOLUME_UNUSED,
        null,
        guest.label() + " keeps " + volume + " as " + key + ", attached to nothing.",
        "When nobody needs its data, removeLeftovers frees it.");
  }

  /**
   * Tells when disks would have to be taken off a protected VM, which Proxmox refuses. What the
   * files say of the protection is written before.
   */
  void unlessDetachable(
      WantedConfiguration wanted, List<VmChange> changes, List<FieldChange> restarted) {
    List<String> keys =
        Stream.concat(
                changes.stream()
                    .filter(DetachDisk.class::isInstance)
                    .map(change -> ((DetachDisk) change).key()),
                restarted.stream().filter(FieldChange::removesDrive).map(FieldChange::key))
            .distinct()
            .toList();
    if (!keys.isEmpty() && "1".equals(wanted.values().get("protection"))) {
      draft.report(
          PlanFinding.VM_PROTECTED,
          target.spec().provenance().nearest("protection"),
          String.join(", ", keys)
              + " of "
              + guest.label()
              + " cannot be taken off while the VM is protected.",
          "Write protection: false for node "
              + target.node()
              + " until it is off, then true again.");
    }
  }

  void locked(String lock) {
    draft.report(
        PlanFinding.VM_LOCKED,
        target.spec().provenance().nearest("name"),
        guest.label() + " is locked (" + lock + "); Proxmox refuses its changes until that ended.",
        "Apply when the " + lock + " ended.");
  }

  void otherPool(PoolName wanted) {
    draft.report(
        PlanFinding.POOL_DIFFERS,
        target.spec().provenance().nearest("proxmox_pool"),
        guest.label()
            + guest.pool().map(pool -> " is in pool " + pool).orElse(" is in no pool")
            + ", the files say "
            + wanted
            + ".",
        "Move it in Proxmox: pveum pool modify " + wanted + " --vms " + guest.id());
  }

  private @Nullable SourceLocation location(String key, String part) {
    return target
        .origin(key, Optional.of(part))
        .flatMap(Origin::location)
        .orElseGet(() -> target.spec().provenance().nearest("name"));
  }
}
