package io.github.talosforge.proxmox;

import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/**
 * A user.
 *
 * @param id name and realm, such as {@code forge@pve}
 * @param enabled whether the user may log in
 * @param expires when the account ends; absent if never
 * @param comment a note on the user
 * @param groups the groups of the user
 */
public record User(
    String id,
    boolean enabled,
    Optional<Instant> expires,
    Optional<String> comment,
    Set<String> groups) {
  /** Copies the groups. */
  public User {
    groups = Set.copyOf(groups);
  }

  /**
   * Describes a user who never expires.
   *
   * @param id name and realm
   * @return the user
   */
  public static User of(String id) {
    return new User(id, true, Optional.empty(), Optional.empty(), Set.of());
  }
}
