package io.github.talosforge.plan;

import io.github.talosforge.desired.WantedBy;
import io.github.talosforge.plan.KeyDifference.Kind;
import io.github.talosforge.plan.KeyDifference.Part;
import io.github.talosforge.proxmox.property.CdRom;
import io.github.talosforge.proxmox.property.CloudInitDrive;
import io.github.talosforge.proxmox.property.Disk;
import io.github.talosforge.proxmox.property.Drive;
import io.github.talosforge.proxmox.property.DriveBus;
import io.github.talosforge.proxmox.property.PropertyDifference;
import io.github.talosforge.proxmox.property.PropertyFormatException;
import io.github.talosforge.proxmox.property.PropertyString;
import io.github.talosforge.proxmox.property.VmConfigKey;
import io.github.talosforge.proxmox.property.VmProperty;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Compares values by what they mean. Parts of a composed value that the files cannot express, such
 * as a throughput limit set by hand, stay as they are.
 */
final class ValueComparison {
  private static final Set<String> REPLACED = Set.of("hostpci", "numa", "serial");

  /** What Proxmox shows of a secret, so that nobody can tell whether it changed. */
  private static final String MASK = "**********";

  private static final Set<String> FIRMWARE = Set.of("efidisk0", "tpmstate0");

  private ValueComparison() {}

  static KeyDifference compare(String key, @Nullable String live, String wanted) {
    VmConfigKey parsed = VmConfigKey.of(key);
    if (live != null && WantedConfiguration.isSecret(key) && live.strip().equals(MASK)) {
      return KeyDifference.same();
    }
    try {
      if (live == null || REPLACED.contains(parsed.family())) {
        return parsed.sameMeaning(live, wanted)
            ? KeyDifference.same()
            : KeyDifference.whole(Optional.ofNullable(live), wanted);
      }
      return present(parsed, live, wanted);
    } catch (PropertyFormatException unreadable) {
      return parsed.bus().isPresent()
          ? new KeyDifference(Kind.OTHER_KIND, "", List.of())
          : KeyDifference.whole(Optional.of(live == null ? "" : live), wanted);
    }
  }

  private static KeyDifference present(VmConfigKey key, String live, String wanted) {
    Optional<DriveBus> bus = key.bus();
    if (bus.isPresent()) {
      return drive(key, Drive.parse(bus.get(), live), Drive.parse(bus.get(), wanted));
    }
    Optional<VmProperty> typed = key.parse(live);
    Optional<VmProperty> other = key.parse(wanted);
    if (typed.isEmpty() || other.isEmpty()) {
      return key.sameMeaning(live, wanted)
          ? KeyDifference.same()
          : KeyDifference.whole(Optional.of(live), wanted);
    }
    if (FIRMWARE.contains(key.name())) {
      return firmware(typed.get().properties(), other.get().properties());
    }
    return merged(typed.get().properties(), other.get().properties(), WantedBy.parts(key.name()));
  }

  private static KeyDifference drive(VmConfigKey key, Drive live, Drive wanted) {
    if (live instanceof Disk && wanted instanceof Disk) {
      if (wanted.volume().owner().isPresent() && !wanted.volume().equals(live.volume())) {
        return new KeyDifference(Kind.OTHER_KIND, "", List.of());
      }
      PropertyString options =
          wanted
              .properties()
              .with("file", live.volume().text())
              .with("import-from", null)
              .with("size", null);
      return merged(live.properties().with("size", null), options, WantedBy.parts(key.name()));
    }
    if (live instanceof CloudInitDrive now && wanted instanceof CloudInitDrive then) {
      return remade(now, then);
    }
    if (live.getClass() == wanted.getClass()) {
      return KeyDifference.same();
    }
    return live instanceof CdRom && wanted instanceof CloudInitDrive
        ? KeyDifference.whole(Optional.of(live.text()), wanted.text())
        : new KeyDifference(Kind.OTHER_KIND, "", List.of());
  }

  /** What is on it is written anew with every start, so that nothing has to be moved. */
  private static KeyDifference remade(CloudInitDrive live, CloudInitDrive wanted) {
    Part storage =
        new Part(
            Optional.of("storage"), Optional.of(live.storage()), Optional.of(wanted.storage()));
    return live.storage().equals(wanted.storage())
        ? KeyDifference.same()
        : new KeyDifference(Kind.CHANGEABLE, wanted.text(), List.of(storage));
  }

  private static KeyDifference firmware(PropertyString live, PropertyString wanted) {
    List<Part> parts =
        parts(wanted.with("file", live.text("file").orElse("")).with("size", null), live).stream()
            .filter(part -> part.name().filter(wanted.values()::containsKey).isPresent())
            .toList();
    return parts.isEmpty() ? KeyDifference.same() : new KeyDifference(Kind.FIXED, "", parts);
  }

  private static KeyDifference merged(
      PropertyString live, PropertyString wanted, Set<String> expressed) {
    PropertyString base = live;
    for (String part : expressed) {
      base = wanted.values().containsKey(part) ? base : base.with(part, null);
    }
    PropertyString merged = base.overlaidWith(wanted);
    List<Part> parts = parts(merged, live);
    return parts.isEmpty()
        ? KeyDifference.same()
        : new KeyDifference(Kind.CHANGEABLE, merged.text(), parts);
  }

  private static List<Part> parts(PropertyString wanted, PropertyString live) {
    return wanted.differencesTo(live).stream().map(ValueComparison::part).toList();
  }

  private static Part part(PropertyDifference difference) {
    return new Part(Optional.of(difference.key()), difference.other(), difference.own());
  }
}
