package io.github.talosforge.doctor;

import io.github.talosforge.finding.Finding;
import io.github.talosforge.model.StorageName;
import io.github.talosforge.observe.ObservedStorage;
import io.github.talosforge.preflight.PreflightFinding;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;

/** The storages that the files name. */
final class StorageLines {
  private static final int GIBIBYTE_BITS = 30;

  private StorageLines() {}

  static List<Line> of(Facts facts) {
    List<Line> lines = new ArrayList<>();
    facts
        .wants()
        .storages()
        .forEach((storage, content) -> lines.addAll(lines(facts, storage, content)));
    return lines;
  }

  private static List<Line> lines(Facts facts, StorageName name, SortedSet<String> content) {
    String path = "/storage/" + name;
    if (!facts.allows(path, "Datastore.Audit", "Datastore.AllocateSpace")) {
      return List.of(
          facts.unseen(Topic.STORAGES, name.value(), "Not seen", path, "Datastore.Audit"));
    }
    List<Finding> findings = facts.wants().storage(name);
    if (findings.isEmpty()) {
      return List.of(Line.fine(Topic.STORAGES, name.value(), fine(facts, name, content)));
    }
    return findings.stream().map(finding -> line(facts, name, finding)).distinct().toList();
  }

  private static String fine(Facts facts, StorageName name, SortedSet<String> content) {
    long least =
        facts.world().storages().stream()
            .filter(seen -> seen.name().equals(name) && seen.totalBytes() > 0)
            .filter(seen -> facts.wants().hosts(name).contains(seen.host()))
            .mapToLong(ObservedStorage::freeBytes)
            .min()
            .orElse(0);
    return "takes "
        + Facts.join(content)
        + " on "
        + Facts.join(facts.wants().hosts(name))
        + "; "
        + (least >> GIBIBYTE_BITS)
        + " GiB free.";
  }

  /** One command lets it hold all that it is to hold: each would undo the one before. */
  private static Line line(Facts facts, StorageName name, Finding finding) {
    Line line = Line.of(Topic.STORAGES, name.value(), finding);
    if (!finding.code().equals(PreflightFinding.STORAGE_CONTENT.code())) {
      return line;
    }
    return line.with(facts.wants().beforeAllowing(name), List.of(facts.wants().allowing(name)));
  }
}
