package io.github.talosforge.plan;

import io.github.talosforge.model.DiskSize;
import io.github.talosforge.model.Origin;
import io.github.talosforge.observe.GuestConfiguration;
import io.github.talosforge.observe.NodeVm;
import io.github.talosforge.observe.ObservedGuest;
import io.github.talosforge.plan.KeyDifference.Part;
import io.github.talosforge.proxmox.property.VmConfigKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What has to change on a VM that exists. */
final class VmComparison {
  private static final Set<String> FIRMWARE = Set.of("efidisk0", "tpmstate0");

  private final NodeTarget target;
  private final NodeVm vm;
  private final GuestConfiguration live;
  private final HotPlug hotPlug;
  private final Set<ChangeId> turn;
  private final VmReport report;

  private final Map<String, String> values = new TreeMap<>();
  private final Map<String, String> whileOff = new TreeMap<>();
  private final Map<String, String> missingDrives = new TreeMap<>();
  private final List<FieldChange> fields = new ArrayList<>();
  private final List<FieldChange> waiting = new ArrayList<>();

  /**
   * Compares a VM.
   *
   * @param turn the moves of other nodes' disks that come before this one's
   */
  VmComparison(
      NodeTarget target,
      NodeVm vm,
      ObservedGuest guest,
      GuestConfiguration live,
      Set<ChangeId> turn,
      VmReport report) {
    this.target = target;
    this.turn = turn;
    this.vm = vm;
    this.live = live;
    this.hotPlug = HotPlug.of(guest, live);
    this.report = report;
  }

  /** Adds what has to change to have the wanted configuration, the marks included. */
  void compare(WantedConfiguration wanted, Row row) {
    Map<String, String> after = live.afterRestart();
    wanted.values().forEach((key, text) -> compare(key, after.get(key), text));
    if (!values.isEmpty()) {
      ChangeId id = ChangeId.of("configure", vm.node());
      row.add(before -> new ChangeConfiguration(id, vm, live.digest(), fields, values, before));
    }
    missingDrives.forEach((key, text) -> attach(key, text, row));
    new DiskMoves(target, vm, live, hotPlug, report).plan(this::waits, turn, row);
    target.sizes().forEach((key, size) -> grow(key, size, row));
    FormerDisks former = new FormerDisks(target, vm, live);
    former.madeHere().forEach(disk -> detach(disk, row));
    former.keptElsewhere().forEach(disk -> detach(disk, row));
    former.others().forEach(report::notInFiles);
    report.unusedVolumes(live);
  }

  /** Returns what takes effect only after a stop and start. */
  List<FieldChange> waiting() {
    return waiting;
  }

  /** Returns what of that may only be written while the VM is off. */
  Map<String, String> whileOff() {
    return whileOff;
  }

  private void compare(String key, @Nullable String after, String wanted) {
    if (after == null && isDrive(key)) {
      missingDrives.put(key, wanted);
      return;
    }
    KeyDifference difference =
        ValueComparison.compare(key, after, CardQueues.kept(target, key, after, wanted));
    switch (difference.kind()) {
      case SAME -> noteWaiting(key, wanted);
      case FIXED -> report.fixed(key, difference.parts());
      case OTHER_KIND -> report.otherKind(key, after == null ? "" : after, wanted);
      case CHANGEABLE -> change(key, difference);
    }
  }

  private static boolean isDrive(String key) {
    return FIRMWARE.contains(key) || VmConfigKey.of(key).bus().isPresent();
  }

  private void change(String key, KeyDifference difference) {
    if (key.equals("ipconfig0") && report.refusesAddress(live, difference)) {
      return;
    }
    if (key.equals(CidataDrive.KEY) && isUnasked(key, difference.parts())) {
      return;
    }
    List<Part> parts = shown(key, difference);
    if (hotPlug.replacesCard(key, parts)) {
      whileOff.put(key, difference.toSend());
      parts.forEach(part -> waiting.add(field(key, part, Effect.AFTER_STOP_START)));
      return;
    }
    values.put(key, difference.toSend());
    for (Part part : parts) {
      FieldChange field = field(key, part, hotPlug.effect(key, part));
      fields.add(field);
      if (field.effect() == Effect.AFTER_STOP_START) {
        waiting.add(field);
      }
    }
  }

  private boolean isUnasked(String key, List<Part> parts) {
    return parts.stream()
        .anyMatch(
            part ->
                part.name().filter("storage"::equals).isPresent()
                    && DiskMoves.isBuiltIn(target, key, part.newValue().orElse("")));
  }

  /** People know the value in force, not one that waits and is replaced now. */
  private List<Part> shown(String key, KeyDifference difference) {
    if (!live.waits(key)) {
      return difference.parts();
    }
    List<Part> sinceNow =
        ValueComparison.compare(key, live.current().get(key), difference.toSend()).parts();
    return sinceNow.isEmpty() ? difference.parts() : sinceNow;
  }

  /** What waits quotes the volume of now, and would bring it back. */
  private boolean waits(String key) {
    return live.waits(key) || waiting.stream().anyMatch(field -> field.key().equals(key));
  }

  private void noteWaiting(String key, String wanted) {
    if (live.waits(key)) {
      ValueComparison.compare(key, live.current().get(key), wanted)
          .parts()
          .forEach(part -> waiting.add(field(key, part, Effect.AFTER_STOP_START)));
    }
  }

  private FieldChange field(String key, Part part, Effect effect) {
    Optional<Origin> origin = target.origin(key, part.name());
    return new FieldChange(key, part.name(), part.oldValue(), part.newValue(), effect, origin);
  }

  private void attach(String key, String wanted, Row row) {
    Effect effect = hotPlug.attaching(key);
    Optional<DiskSize> size = Optional.ofNullable(target.sizes().get(key));
    Optional<Origin> origin = target.origin(key, Optional.empty());
    ChangeId id = ChangeId.of("add-disk", vm.node(), key);
    row.add(before -> new AddDisk(id, vm, key, wanted, size, effect, origin, before));
    noteDrive(key, Optional.empty(), Optional.of(wanted), effect);
  }

  /** Talos may have it mounted: pulling it would lose what is not written yet. */
  private void detach(LiveDisk disk, Row row) {
    String key = disk.key();
    String volume = disk.volume().text();
    if (hotPlug.isRunning()) {
      noteDrive(key, Optional.of(volume), Optional.empty(), Effect.AFTER_STOP_START);
    } else {
      ChangeId id = ChangeId.of("detach-disk", vm.node(), key);
      row.add(before -> new DetachDisk(id, vm, key, volume, disk.size(), before));
    }
  }

  private void noteDrive(String key, Optional<String> old, Optional<String> now, Effect effect) {
    if (effect == Effect.AFTER_STOP_START) {
      waiting.add(field(key, new Part(Optional.empty(), old, now), effect));
    }
  }

  /** Disks are made in whole gibibytes, so one can be a little larger than the files say. */
  private void grow(String key, DiskSize wanted, Row row) {
    Optional<DiskSize> size = LiveDisk.at(live, key).flatMap(LiveDisk::size);
    if (size.isEmpty()) {
      return;
    }
    DiskSize from = size.get();
    if (from.compareTo(wanted) < 0) {
      Optional<Origin> origin = target.origin(key, Optional.of("size"));
      ChangeId id = ChangeId.of("grow", vm.node(), key);
      row.add(before -> new GrowDisk(id, vm, key, from, wanted, origin, before));
    } else if (from.gibibytesRoundedUp() > wanted.gibibytesRoundedUp()) {
      report.smaller(key, from, wanted);
    }
  }
}
