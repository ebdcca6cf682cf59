package io.github.talosforge.plan;

import io.github.talosforge.model.StorageName;
import io.github.talosforge.observe.ObservedGuest;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The disks of a template that somebody made. */
final class TemplateDisks {
  private TemplateDisks() {}

  /** Returns the storages that a template's disks are on; empty when its disks are not known. */
  static Set<StorageName> storages(ObservedGuest template) {
    return template.configuration().stream()
        .flatMap(live -> LiveDisk.all(live).values().stream())
        .flatMap(disk -> disk.volume().storage().stream())
        .map(StorageName::of)
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
