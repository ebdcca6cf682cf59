package io.github.talosforge.proxmox;

import java.time.Instant;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name of one task on one host: {@code
 * UPID:pve1:0003F1A2:01B2C3D4:674A1B2C:qmclone:9000:root@pam!forge:}.
 *
 * @param text the whole identifier as Proxmox wrote it
 * @param node the host that runs the task, and the only one to ask about it
 * @param pid the process id of the worker
 * @param processStart the kernel's start tick of the worker, which tells it from a later process
 *     with the same id
 * @param started when the task began, by the clock of the host
 * @param type what the task does, such as {@code qmclone} or {@code qmstart}
 * @param id what the task works on, usually a VM id; for {@code qmclone} the id of the
 *     <em>source</em>; may be empty
 * @param user who started it, with the token if one was used ({@code root@pam!forge})
 */
public record Upid(
    String text,
    String node,
    long pid,
    long processStart,
    Instant started,
    String type,
    String id,
    String user) {
  private static final Pattern GRAMMAR =
      Pattern.compile(
          "UPID:(?<node>[a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?)"
              + ":(?<pid>[0-9A-Fa-f]{8}):(?<pstart>[0-9A-Fa-f]{8,9}):(?<start>[0-9A-Fa-f]{8})"
              + ":(?<type>[^:\\s/]+):(?<id>[^:\\s/]*):(?<user>[^:\\s/]+):");

  /**
   * Checks that no part is missing.
   *
   * @throws NullPointerException if a part is missing
   */
  public Upid {
    Objects.requireNonNull(text, "text");
    Objects.requireNonNull(node, "node");
    Objects.requireNonNull(started, "started");
    Objects.requireNonNull(type, "type");
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(user, "user");
  }

  /**
   * Reads a task identifier.
   *
   * @param text what Proxmox returned
   * @return the parsed identifier
   * @throws IllegalArgumentException if the text does not follow the grammar
   */
  public static Upid parse(String text) {
    Matcher matcher = GRAMMAR.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "'"
              + text
              + "' is not a task identifier: expected"
              + " UPID:<node>:<pid, 8 hex>:<pstart, 8-9 hex>:<starttime, 8 hex>:<type>:<id>:<user>:");
    }
    return new Upid(
        text,
        matcher.group("node"),
        hex(matcher.group("pid")),
        hex(matcher.group("pstart")),
        Instant.ofEpochSecond(hex(matcher.group("start"))),
        matcher.group("type"),
        matcher.group("id"),
        matcher.group("user"));
  }

  /**
   * Tells whether a text follows the grammar of task identifiers.
   *
   * @param text any text
   * @return whether {@link #parse} would accept it
   */
  public static boolean matches(String text) {
    return GRAMMAR.matcher(text).matches();
  }

  /**
   * Names the task for people, as in {@code qmclone of 9000 on pve1}.
   *
   * @return the type, what it works on, and the host
   */
  public String label() {
    return id.isEmpty() ? type + " on " + node : type + " of " + id + " on " + node;
  }

  private static long hex(String digits) {
    return Long.parseLong(digits, 16);
  }

  @Override
  public String toString() {
    return text;
  }
}
