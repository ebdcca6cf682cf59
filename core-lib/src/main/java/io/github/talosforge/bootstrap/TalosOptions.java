package io.github.talosforge.bootstrap;

import java.time.Duration;

/**
 * How the nodes are brought up.
 *
 * @param patience how long each step may take before the run gives up
 * @param allowReboots whether running nodes may be rebooted for a new configuration
 */
public record TalosOptions(Duration patience, boolean allowReboots) {

  /**
   * Fifteen minutes a step, and no reboots.
   *
   * @return the options
   */
  public static TalosOptions defaults() {
    return new TalosOptions(Duration.ofMinutes(15), false);
  }

  /**
   * Replaces how long a step may take.
   *
   * @param value the longest time
   * @return a changed copy
   */
  public TalosOptions withPatience(Duration value) {
    return new TalosOptions(value, allowReboots);
  }

  /**
   * Allows or forbids reboots.
   *
   * @param value whether running nodes may be rebooted
   * @return a changed copy
   */
  public TalosOptions withReboots(boolean value) {
    return new TalosOptions(patience, value);
  }
}
