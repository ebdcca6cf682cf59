package io.github.talosforge.backup;

import io.github.talosforge.model.ClusterName;
import io.github.talosforge.model.ClusterUid;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What files of a backup are called.
 *
 * <pre>
 * backup = stem ".db" [ ".age" ]
 * note   = stem ".json"
 * part   = backup "." uid ".part"       while it is written
 * stem   = cluster "-" time [ "-" number ]
 * time   = 8 digits "T" 6 digits "Z"    in UTC
 * number = 2 … 99                       where the name without it is taken
 * </pre>
 *
 * @param stem what all three begin with
 * @param encrypted whether the backup is
 */
record BackupName(String stem, boolean encrypted) {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);
  private static final Pattern NAME =
      Pattern.compile(
          "(?<stem>[a-z0-9.-]+-(?<time>\\d{8}T\\d{6}Z)(?:-(?<number>\\d{1,2}))?)\\.db(?<age>\\.age)?");
  private static final Pattern PART =
      Pattern.compile("(?<backup>.+)\\.(?<uid>[0-9a-f]{16})\\.part");

  /** The newest first; what is no backup's name last. */
  static final Comparator<String> NEWEST =
      Comparator.comparing(BackupName::age, Comparator.reverseOrder())
          .thenComparing(Comparator.naturalOrder());

  static BackupName of(ClusterName cluster, Instant time, int number, boolean encrypted) {
    String stem = cluster + "-" + TIME.format(time);
    return new BackupName(number == 1 ? stem : stem + "-" + number, encrypted);
  }

  static Optional<BackupName> parse(String file) {
    Matcher name = NAME.matcher(file);
    return name.matches()
        ? Optional.of(new BackupName(name.group("stem"), name.group("age") != null))
        : Optional.empty();
  }

  /** The backup that a part of some cluster's would have become. */
  static Optional<BackupName> ofPart(String file) {
    Matcher part = PART.matcher(file);
    return part.matches() ? parse(part.group("backup")) : Optional.empty();
  }

  /** The same, if the part is this cluster's. */
  static Optional<BackupName> ofPart(String file, ClusterUid uid) {
    return file.endsWith("." + uid + ".part") ? ofPart(file) : Optional.empty();
  }

  private static String age(String file) {
    Matcher name = NAME.matcher(file);
    if (!name.matches()) {
      return "";
    }
    String number = Optional.ofNullable(name.group("number")).orElse("1");
    return name.group("time") + "%02d".formatted(Integer.parseInt(number));
  }

  String backup() {
    return stem + (encrypted ? ".db.age" : ".db");
  }

  String note() {
    return stem + ".json";
  }

  String part(ClusterUid uid) {
    return backup() + "." + uid + ".part";
  }
}
