package io.github.talosforge.backup;

import java.nio.file.Path;
import java.util.List;

/**
 * A backup that was made.
 *
 * @param file where it lies
 * @param note what lies beside it
 * @param warnings what the user should look after, as sentences
 * @param removed the older backups that were removed
 */
public record BackupReport(
    Path file, BackupNote note, List<String> warnings, List<String> removed) {
  /** Keeps own copies of the lists. */
  public BackupReport {
    warnings = List.copyOf(warnings);
    removed = List.copyOf(removed);
  }
}
