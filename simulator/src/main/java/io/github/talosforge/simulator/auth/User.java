package io.github.talosforge.simulator.auth;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A user.
 *
 * @param id the name with its realm
 * @param enabled whether it may log in
 * @param expire when it ends, in seconds since 1970; 0: never
 * @param secret the digest of its password; null: no password
 * @param secondFactor whether a login also demands a second factor
 * @param groups the groups it is in
 * @param details what only people read: comment, e-mail, names
 */
record User(
    String id,
    boolean enabled,
    long expire,
    @Nullable String secret,
    boolean secondFactor,
    List<String> groups,
    Details details) {

  User {
    groups = List.copyOf(groups);
  }

  /**
   * What only people read.
   *
   * @param comment a comment
   * @param email an address
   * @param firstname a name
   * @param lastname a name
   */
  record Details(
      @Nullable String comment,
      @Nullable String email,
      @Nullable String firstname,
      @Nullable String lastname) {
    static final Details NONE = new Details(null, null, null, null);
  }

  static User named(String id) {
    return new User(id, true, 0, null, false, List.of(), Details.NONE);
  }

  String realm() {
    return id.substring(id.lastIndexOf('@') + 1);
  }

  User withSecret(@Nullable String digest) {
    return new User(id, enabled, expire, digest, secondFactor, groups, details);
  }

  User withSecondFactor(boolean demanded) {
    return new User(id, enabled, expire, secret, demanded, groups, details);
  }

  User withGroups(List<String> others) {
    return new User(id, enabled, expire, secret, secondFactor, others, details);
  }
}
