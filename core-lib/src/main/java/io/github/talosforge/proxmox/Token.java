package io.github.talosforge.proxmox;

import java.time.Instant;
import java.util.Optional;

/**
 * A token of a user, without its secret.
 *
 * @param userId the user, such as {@code forge@pve}
 * @param name the name of the token
 * @param expires when it ends; absent if never
 * @param privilegeSeparation whether it needs entries of its own in the access control list, which
 *     then hold together with those of the user
 * @param comment a note on it
 */
public record Token(
    String userId,
    String name,
    Optional<Instant> expires,
    boolean privilegeSeparation,
    Optional<String> comment) {
  /**
   * Describes a token with privileges of its own that never expires.
   *
   * @param userId the user
   * @param name the name of the token
   * @return the token
   */
  public static Token of(String userId, String name) {
    return new Token(userId, name, Optional.empty(), true, Optional.empty());
  }

  /**
   * Lets the token expire.
   *
   * @param value when
   * @return a changed copy
   */
  public Token expiringAt(Instant value) {
    return new Token(userId, name, Optional.of(value), privilegeSeparation, comment);
  }

  /**
   * Tells the full name, as the access control list has it.
   *
   * @return for example {@code forge@pve!ci}
   */
  public String fullName() {
    return userId + "!" + name;
  }
}
