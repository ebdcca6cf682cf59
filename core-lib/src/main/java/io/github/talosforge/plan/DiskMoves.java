package io.github.talosforge.plan;

import io.github.talosforge.model.ExplainedValue;
import io.github.talosforge.model.Origin;
import io.github.talosforge.model.StorageName;
import io.github.talosforge.observe.GuestConfiguration;
import io.github.talosforge.observe.NodeVm;
import io.github.talosforge.proxmox.property.CdRom;
import io.github.talosforge.proxmox.property.CloudInitDrive;
import io.github.talosforge.proxmox.property.PropertyFormatException;
import io.github.talosforge.proxmox.property.VmConfigKey;
import io.github.talosforge.proxmox.property.VmProperty;
import io.github.talosforge.proxmox.property.Volume;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Disks that are on another storage than the files say. Each is moved, or it is told why it stays;
 * none is ever made anew for that. The disks of a data VM are not looked at here.
 */
final class DiskMoves {
  private static final String TPM = "tpmstate0";
  private static final Map<String, String> SETTINGS =
      Map.of("efidisk0", "efi_storage", TPM, "efi_storage", CidataDrive.KEY, "cloudinit_storage");

  private final NodeTarget target;
  private final NodeVm vm;
  private final GuestConfiguration live;
  private final HotPlug hotPlug;
  private final VmReport report;

  DiskMoves(
      NodeTarget target, NodeVm vm, GuestConfiguration live, HotPlug hotPlug, VmReport report) {
    this.target = target;
    this.vm = vm;
    this.live = live;
    this.hotPlug = hotPlug;
    this.report = report;
  }

  /**
   * Adds the moves.
   *
   * @param waits tells which keys have a change that waits for a stop and start
   * @param turn the moves of others that come before
   */
  void plan(Predicate<String> waits, Set<ChangeId> turn, Row row) {
    Row own = row.after(turn);
    elsewhere().forEach(disk -> move(disk, waits, own));
    row.addAll(own);
  }

  /** A disk that is not where the files want it. */
  record Elsewhere(String key, Volume volume, String wanted) {}

  private List<Elsewhere> elsewhere() {
    Map<String, String> after = live.afterRestart();
    List<Elsewhere> elsewhere = new ArrayList<>();
    target
        .configuration()
        .values()
        .forEach(
            (key, text) -> {
              Optional<String> wanted = volume(key, text).flatMap(Volume::storage);
              Optional<Volume> there = volume(key, after.get(key));
              if (wanted.isPresent()
                  && there.isPresent()
                  && !wanted.equals(there.get().storage())) {
                elsewhere.add(new Elsewhere(key, there.get(), wanted.get()));
              }
            });
    return elsewhere;
  }

  private void move(Elsewhere disk, Predicate<String> waits, Row row) {
    if (!disk.volume().owner().equals(OptionalInt.of(vm.vmId().value()))) {
      report.staysAsForeign(disk);
    } else if (isBuiltIn(target, disk.key(), disk.wanted())) {
      report.staysAsUnasked(disk);
    } else if (waits.test(disk.key())) {
      report.staysAsWaiting(disk);
    } else if (disk.key().equals(TPM) && hotPlug.isRunning()) {
      report.staysAsRunning(disk);
    } else {
      add(disk, row);
    }
  }

  private void add(Elsewhere disk, Row row) {
    String key = disk.key();
    row.add(
        before ->
            new MoveDisk(
                ChangeId.of("move-disk", vm.node(), key),
                vm,
                key,
                disk.volume().text(),
                StorageName.of(disk.wanted()),
                LiveDisk.at(live, key).flatMap(LiveDisk::size),
                origin(target, key),
                before));
  }

  /** Nobody asked for a move to a storage that stands in no file. */
  static boolean isBuiltIn(NodeTarget target, String key, String wanted) {
    boolean followsDisks =
        SETTINGS.containsKey(key)
            || target.spec().vm().systemDisk().storage().value().equals(wanted);
    return followsDisks
        && setting(target, SETTINGS.getOrDefault(key, "storage"))
            .filter(who -> who.layer().isBuiltIn())
            .isPresent();
  }

  /** Returns who wants a disk on its storage. */
  static Optional<Origin> origin(NodeTarget target, String key) {
    String setting = SETTINGS.get(key);
    return setting == null ? target.origin(key, Optional.of("storage")) : setting(target, setting);
  }

  private static Optional<Origin> setting(NodeTarget target, String key) {
    return target.spec().provenance().find(key).map(ExplainedValue::origin);
  }

  private static Optional<Volume> volume(String key, @Nullable String text) {
    try {
      return Optional.ofNullable(text)
          .filter(there -> isDrive(key))
          .flatMap(there -> VmConfigKey.of(key).parse(there))
          .filter(DiskMoves::isDisk)
          .flatMap(drive -> drive.properties().text("file"))
          .map(Volume::parse);
    } catch (PropertyFormatException unreadable) {
      return Optional.empty();
    }
  }

  private static boolean isDrive(String key) {
    return SETTINGS.containsKey(key) || VmConfigKey.of(key).bus().isPresent();
  }

  /** What is on a CD, cloud-init's included, can be made again. */
  private static boolean isDisk(VmProperty drive) {
    return !(drive instanceof CdRom) && !(drive instanceof CloudInitDrive);
  }
}
