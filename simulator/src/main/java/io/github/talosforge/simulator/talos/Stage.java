package io.github.talosforge.simulator.talos;

import java.util.Locale;

/** How far a node is; the order is that of Talos' own enumeration. */
public enum Stage {
  /** Nothing is known. */
  UNKNOWN,
  /** It starts its services. */
  BOOTING,
  /** It writes itself to a disk. */
  INSTALLING,
  /** It waits for a config. */
  MAINTENANCE,
  /** It has booted. */
  RUNNING,
  /** It goes down to come back. */
  REBOOTING,
  /** It goes down. */
  SHUTTING_DOWN,
  /** It wipes itself. */
  RESETTING,
  /** It installs another version. */
  UPGRADING;

  /** As YAML shows it. */
  public String text() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
