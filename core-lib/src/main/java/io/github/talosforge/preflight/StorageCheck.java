package io.github.talosforge.preflight;

import io.github.talosforge.finding.Finding;
import io.github.talosforge.model.HostName;
import io.github.talosforge.model.StorageName;
import io.github.talosforge.observe.ObservedCluster;
import io.github.talosforge.observe.ObservedStorage;
import io.github.talosforge.plan.ImageChange;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.plan.VmChange;
import io.github.talosforge.preflight.StorageUses.Use;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Looks whether the storages that a plan uses exist, allow what is put there, and have room. */
final class StorageCheck {
  /** What is taken at once, and what was promised to grow to. */
  private record Need(long least, long promised) {
    Need plus(Need other) {
      return new Need(least + other.least, promised + other.promised);
    }
  }

  private static final String KEY = "storage";

  /** What Proxmox VE serves instead of an entry {@code local} that is not at its place. */
  private static final Set<String> REPLACED_LOCAL =
      Set.of("backup", "images", "iso", "rootdir", "snippets", "vztmpl");

  static final String AS_ROOT = "As root on any host:";

  static final String LOOK_FIRST =
      "See 'dir: local' in /etc/pve/storage.cfg first: with another path than /var/lib/vz Proxmox"
          + " VE ignores the whole entry, and this command would overwrite it. Then give that"
          + " storage another name and name it in the files. Otherwise, as root on any host:";

  private final ObservedCluster world;
  private final FileLines lines;
  private final MissingThings missing;
  private final Map<String, Use> uses = new TreeMap<>();
  private final Map<String, Need> needs = new TreeMap<>();
  private final List<Finding> findings = new ArrayList<>();

  private StorageCheck(ObservedCluster world, FileLines lines) {
    this.world = world;
    this.lines = lines;
    this.missing = new MissingThings(PreflightFinding.STORAGE_MISSING, "Storage", lines);
  }

  static List<Finding> check(Plan plan, ObservedCluster world, FileLines lines) {
    StorageUses uses = new StorageUses();
    Stream<Use> images =
        plan.changes(ImageChange.class).stream().flatMap(change -> change.accept(uses));
    Stream<Use> disks =
        plan.changes(VmChange.class).stream().flatMap(change -> change.accept(uses));
    return check(Stream.concat(images, disks), world, lines);
  }

  static List<Finding> check(Stream<Use> uses, ObservedCluster world, FileLines lines) {
    StorageCheck check = new StorageCheck(world, lines);
    uses.forEach(check::collect);
    check.uses.values().forEach(check::examine);
    check.findings.addAll(
        check.missing.findings("A storage that exists needs Datastore.Audit to be seen."));
    check.needs.forEach(check::measure);
    return check.findings;
  }

  private void collect(Use use) {
    uses.put(use.storage() + "|" + use.host() + "|" + use.content(), use);
    long more = use.bytes();
    String place =
        world.isShared(use.storage()) ? use.storage() + "|" : use.storage() + "|" + use.host();
    needs.merge(place, new Need(use.atOnce(), more), Need::plus);
  }

  private void examine(Use use) {
    Optional<ObservedStorage> found = world.storage(use.storage(), use.host());
    String name = "Storage '" + use.storage() + "'";
    if (found.isEmpty()) {
      missing.add(use.storage().value(), use.host(), names(use.host()));
    } else if (!found.get().available()) {
      findings.add(
          PreflightFinding.STORAGE_UNAVAILABLE.at(
              lines.of(KEY, use.storage().value()),
              name + " is not available on host " + use.host() + " now.",
              "See why with: pvesm status --storage " + use.storage()));
    } else if (!found.get().content().contains(use.content())) {
      Set<String> content = new TreeSet<>(found.get().content());
      content.add(use.content());
      findings.add(
          PreflightFinding.STORAGE_CONTENT.at(
              lines.of(KEY, use.storage().value()),
              name + " does not allow the content '" + use.content() + "'.",
              (replaced(found.get()) ? LOOK_FIRST : AS_ROOT)
                  + " "
                  + command(use.storage(), content)));
    }
  }

  /** Tells whether a storage shows what the server serves in the place of a {@code local}. */
  static boolean replaced(ObservedStorage storage) {
    return storage.name().value().equals("local") && storage.content().equals(REPLACED_LOCAL);
  }

  /** Returns what lets a storage hold more. */
  static String command(StorageName storage, Set<String> content) {
    return "pvesm set " + storage + " --content " + String.join(",", content);
  }

  private List<String> names(HostName host) {
    return world.storages().stream()
        .filter(storage -> storage.host().equals(host))
        .map(storage -> storage.name().value())
        .toList();
  }

  private void measure(String place, Need need) {
    String[] parts = place.split("\\|", -1);
    StorageName name = StorageName.of(parts[0]);
    Optional<ObservedStorage> found =
        world.storages().stream()
            .filter(storage -> storage.name().equals(name))
            .filter(storage -> parts[1].isEmpty() || storage.host().value().equals(parts[1]))
            .findFirst();
    if (found.isEmpty() || found.get().totalBytes() == 0) {
      return;
    }
    long free = found.get().freeBytes();
    String where =
        "Storage '"
            + name
            + "'"
            + (parts[1].isEmpty() ? "" : " on host " + parts[1])
            + " has "
            + gibibytes(free)
            + " free, but ";
    if (need.least() > free) {
      findings.add(
          PreflightFinding.STORAGE_FULL.at(
              lines.of(KEY, name.value()),
              where + gibibytes(need.least()) + " are needed at once.",
              "Free space, or use another storage."));
    } else if (need.promised() > free) {
      findings.add(
          PreflightFinding.STORAGE_OVERCOMMITTED.at(
              lines.of(KEY, name.value()),
              where + gibibytes(need.promised()) + " are promised to new disks.",
              "On thin storage it holds until the disks fill up; otherwise make disks smaller or"
                  + " use another storage."));
    }
  }

  private static String gibibytes(long bytes) {
    return (bytes >> 30) + " GiB";
  }
}
