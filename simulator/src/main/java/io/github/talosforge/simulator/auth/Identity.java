package io.github.talosforge.simulator.auth;

import io.github.talosforge.simulator.api.Principal;
import org.jspecify.annotations.Nullable;

/**
 * Someone who proved who they are.
 *
 * @param user the user
 * @param token the name of the token, or null for a ticket
 * @param permissions what everyone holds
 */
record Identity(String user, @Nullable String token, Permissions permissions) implements Principal {
  @Override
  public boolean has(String path, String privilege) {
    return permissions.has(id(), path, privilege);
  }
}
