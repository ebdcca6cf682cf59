package io.github.talosforge.backup;

import io.github.talosforge.redaction.Redaction;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** Backups for people. */
public final class BackupText {
  private static final double MEBIBYTE = 1 << 20;

  private BackupText() {}

  /**
   * Tells of a backup that was made.
   *
   * @param report what was made
   * @return several lines
   */
  public static String render(BackupReport report) {
    BackupNote note = report.note();
    StringBuilder text = new StringBuilder();
    text.append("Wrote ")
        .append(report.file())
        .append(": ")
        .append(size(note.bytes()))
        .append(" from ")
        .append(note.etcd().node())
        .append(revision(note))
        .append(note.encrypted() ? ", encrypted with age" : "")
        .append(".\nIts SHA-256 was checked; what it is of lies beside it as JSON.\n")
        .append("A restore needs the cluster's secrets too. Keep both where the cluster is not.\n");
    report.removed().forEach(old -> text.append("Removed ").append(old).append(".\n"));
    return Redaction.byForm(text.toString());
  }

  /**
   * Tells of the backups in a folder.
   *
   * @param folder the folder
   * @param backups what is in it
   * @return a line each
   */
  public static String render(BackupFolder folder, List<StoredBackup> backups) {
    return Redaction.byForm(
        backups.isEmpty()
            ? "There are no backups in " + folder + ".\n"
            : backups.stream().map(BackupText::line).collect(Collectors.joining("\n", "", "\n")));
  }

  private static String line(StoredBackup backup) {
    return (backup.sound() ? "[ok] " : "[--] ")
        + Redaction.oneLine(backup.file())
        + backup.note().map(BackupText::words).orElse("")
        + Optional.of(backup.problem())
            .filter(problem -> !problem.isEmpty())
            .map(problem -> "\n      " + Redaction.oneLine(problem))
            .orElse("");
  }

  private static String words(BackupNote note) {
    return ": "
        + size(note.bytes())
        + ", cluster "
        + Redaction.oneLine(note.cluster().name())
        + revision(note)
        + (note.encrypted() ? ", encrypted" : "");
  }

  private static String revision(BackupNote note) {
    return Optional.ofNullable(note.snapshot().revision())
        .map(last -> ", revision " + last)
        .orElse("");
  }

  private static String size(long bytes) {
    return String.format(Locale.ROOT, "%.1f MiB", bytes / MEBIBYTE);
  }
}
