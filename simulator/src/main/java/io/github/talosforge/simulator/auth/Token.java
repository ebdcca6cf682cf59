package io.github.talosforge.simulator.auth;

import org.jspecify.annotations.Nullable;

/**
 * A token of a user.
 *
 * @param user the user it belongs to
 * @param name its name
 * @param secret its value
 * @param separated whether it has rights of its own, cut by those of the user
 * @param expire when it ends, in seconds since 1970; 0: never
 * @param comment a comment
 */
record Token(
    String user,
    String name,
    String secret,
    boolean separated,
    long expire,
    @Nullable String comment) {
  String id() {
    return user + "!" + name;
  }
}
