package io.github.talosforge.simulator.talos;

import java.util.Locale;

/** How far a node is, with the number that Talos' own enumeration gives it. */
public enum Stage {
  /** Nothing is known. */
  UNKNOWN(0),
  /** It starts its services. */
  BOOTING(1),
  /** It writes itself to a disk. */
  INSTALLING(2),
  /** It waits for a config. */
  MAINTENANCE(3),
  /** It has booted. */
  RUNNING(4),
  /** It goes down to come back. */
  REBOOTING(5),
  /** It goes down. */
  SHUTTING_DOWN(6),
  /** It wipes itself. */
  RESETTING(7),
  /** It installs another version. */
  UPGRADING(8);

  private final int number;

  Stage(int number) {
    this.number = number;
  }

  /** As the protocol writes it. */
  public int number() {
    return number;
  }

  /** As YAML shows it. */
  public String text() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
