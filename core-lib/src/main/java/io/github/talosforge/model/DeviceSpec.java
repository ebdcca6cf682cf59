package io.github.talosforge.model;

import java.util.Optional;

/**
 * Consoles and small devices of a VM.
 *
 * @param agent what is expected of the guest agent
 * @param serialConsole whether there is a serial console
 * @param vga the display
 * @param rng the host's source of randomness that is passed on
 * @param watchdog the watchdog
 */
public record DeviceSpec(
    AgentMode agent,
    boolean serialConsole,
    Optional<String> vga,
    Optional<String> rng,
    Optional<Watchdog> watchdog) {

  /** What is expected of the guest agent. */
  public enum AgentMode {
    /** The VM has no channel for it. */
    OFF,
    /** Used when it answers, never waited for. */
    OPTIONAL,
    /** Waited for. */
    REQUIRED
  }

  /**
   * A watchdog.
   *
   * @param model the card's model
   * @param action what happens when the guest hangs
   */
  public record Watchdog(String model, String action) {}
}
