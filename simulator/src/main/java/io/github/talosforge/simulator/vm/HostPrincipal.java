package io.github.talosforge.simulator.vm;

import io.github.talosforge.simulator.api.Principal;
import org.jspecify.annotations.Nullable;

/** What a host does by itself it does as root. */
public enum HostPrincipal implements Principal {
  /** The root user of every host. */
  ROOT;

  @Override
  public String user() {
    return Principal.ROOT;
  }

  @Override
  public @Nullable String token() {
    return null;
  }

  @Override
  public boolean has(String path, String privilege) {
    return true;
  }
}
