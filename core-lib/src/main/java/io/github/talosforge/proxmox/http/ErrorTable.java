package io.github.talosforge.proxmox.http;

import static io.github.talosforge.proxmox.ErrorKind.ALREADY_EXISTS;
import static io.github.talosforge.proxmox.ErrorKind.COPY_NOT_STARTED;
import static io.github.talosforge.proxmox.ErrorKind.GUEST_AGENT;
import static io.github.talosforge.proxmox.ErrorKind.LOCKED;
import static io.github.talosforge.proxmox.ErrorKind.LOCK_TIMEOUT;
import static io.github.talosforge.proxmox.ErrorKind.MODIFIED;
import static io.github.talosforge.proxmox.ErrorKind.NOT_FOUND;
import static io.github.talosforge.proxmox.ErrorKind.NO_QUORUM;
import static io.github.talosforge.proxmox.ErrorKind.PARAMETER;
import static io.github.talosforge.proxmox.ErrorKind.PERMISSION;
import static io.github.talosforge.proxmox.ErrorKind.ROOT_ONLY;
import static io.github.talosforge.proxmox.ErrorKind.STATE;
import static io.github.talosforge.proxmox.ErrorKind.STORAGE;
import static io.github.talosforge.proxmox.ErrorKind.TASK_LOST;
import static io.github.talosforge.proxmox.ErrorKind.WORKER_NOT_STARTED;

import io.github.talosforge.proxmox.ErrorKind;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the error texts of Proxmox mean.
 *
 * <p>Proxmox answers nearly everything with status 500, and the same text may come from a worker as
 * the exit status of its task, often behind a prefix. So the text alone decides, found anywhere,
 * first match wins.
 */
final class ErrorTable {
  /** The text, what it means, and what the text names: a VM id, a storage, a lock. */
  record Meaning(ErrorKind kind, String subject) {}

  private record Row(ErrorKind kind, Pattern text) {}

  private static final List<Row> ROWS =
      List.of(
          row(WORKER_NOT_STARTED, "got no worker upid"),
          row(COPY_NOT_STARTED, "error starting blockdev mirr|mirroring error: "),
          row(LOCK_TIMEOUT, "can't lock file '(?<subject>[^']*)' - got timeout"),
          row(LOCK_TIMEOUT, "cfs-lock '(?<subject>[^']*)' error: got lock (?:request )?timeout"),
          row(LOCK_TIMEOUT, "'(?<subject>[^']*)'-locked command timed out"),
          row(LOCKED, "(?:VM|CT) is locked \\((?<subject>[^)]*)\\)"),
          row(NO_QUORUM, "no quorum"),
          row(MODIFIED, "checksum mismatch \\(file change"),
          row(MODIFIED, "detected modified configuration"),
          row(ROOT_ONLY, "only root can (?:set|use) '?(?<subject>[^' ]*)"),
          row(ROOT_ONLY, "Only root may use this option"),
          row(PERMISSION, "Permission check failed"),
          row(PERMISSION, "Sys\\.Modify for modifying tag '(?<subject>[^']*)'"),
          row(PERMISSION, "not available with API token"),
          row(TASK_LOST, "no such task"),
          row(TASK_LOST, "^unexpected status$"),
          row(PARAMETER, "invalid bootorder: device '(?<subject>[^']*)'"),
          row(GUEST_AGENT, "QEMU guest agent is not running|No QEMU guest agent configured"),
          row(GUEST_AGENT, "guest-ping' failed|QEMU guest agent .*got timeout"),
          row(STATE, "VM (?<subject>\\d+) (?:is not running|already running|not running)"),
          row(STATE, "VM (?<subject>\\d+) is running - destroy failed"),
          row(STATE, "can't remove VM (?<subject>\\d+) - protection mode enabled"),
          row(STATE, "MAX (?<subject>\\d+) vcpus allowed per VM on this node"),
          row(STATE, "can't convert a template to a template"),
          row(STATE, "base volume '(?<subject>[^']*)' is still in use"),
          row(STATE, "used in HA resources and purge parameter not set"),
          row(
              ALREADY_EXISTS,
              "(?:VM|CT) (?<subject>\\d+)(?: already exists|: config file already)"),
          row(ALREADY_EXISTS, "/(?<subject>\\d+)\\.conf' failed: File exists"),
          row(ALREADY_EXISTS, "already (?:exists|defined)|refusing to override existing file"),
          row(STORAGE, "storage '(?<subject>[^']*)' (?:does not exist|is (?:not|disabled))"),
          row(STORAGE, "no such storage|storage is disabled|not enough (?:free )?space"),
          row(STORAGE, "No space left on device|out of space"),
          row(STORAGE, "clone to non-shared storage '(?<subject>[^']*)'"),
          row(STORAGE, "VM uses local storage|Linked clone feature is not supported for"),
          row(NOT_FOUND, "no such cluster node '(?<subject>[^']*)'"),
          row(NOT_FOUND, "hostname lookup '(?<subject>[^']*)' failed"),
          row(NOT_FOUND, "nodes/[^/']+/qemu-server/(?<subject>\\d+)\\.conf' does not exist"),
          row(NOT_FOUND, "unable to find configuration file for (?:VM|CT) (?<subject>\\d+)"),
          row(NOT_FOUND, "volume_size_info on '(?<subject>[^']*)' failed - no format"),
          row(NOT_FOUND, "can't get size of '(?<subject>[^']*)'"),
          row(NOT_FOUND, "failed to stat '(?<subject>[^']*)'"),
          row(NOT_FOUND, "mapping '(?<subject>[^']*)' not found"),
          row(NOT_FOUND, "no such (?:resource|volume|logical volume|file|vm|user|ha rule)"),
          row(NOT_FOUND, "does not exist"));

  private ErrorTable() {}

  static Optional<Meaning> find(String text) {
    for (Row row : ROWS) {
      Matcher matcher = row.text().matcher(text);
      if (matcher.find()) {
        return Optional.of(new Meaning(row.kind(), subject(row, matcher)));
      }
    }
    return Optional.empty();
  }

  /** This lock was held, and the work under it cut off in the middle: anything may be half done. */
  static boolean cutOffUnderLock(String text) {
    return text.contains("-locked command timed out");
  }

  private static String subject(Row row, Matcher matcher) {
    return row.text().pattern().contains("(?<subject>")
        ? Optional.ofNullable(matcher.group("subject")).orElse("")
        : "";
  }

  private static Row row(ErrorKind kind, String text) {
    return new Row(kind, Pattern.compile(text, Pattern.CASE_INSENSITIVE));
  }
}
