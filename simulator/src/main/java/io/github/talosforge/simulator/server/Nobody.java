package io.github.talosforge.simulator.server;

import io.github.talosforge.simulator.api.Principal;
import org.jspecify.annotations.Nullable;

/** Whoever calls without a login, where that is allowed. */
record Nobody() implements Principal {
  @Override
  public String user() {
    return "";
  }

  @Override
  public @Nullable String token() {
    return null;
  }

  @Override
  public boolean has(String path, String privilege) {
    return false;
  }
}
