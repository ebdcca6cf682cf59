package io.github.talosforge.simulator.vm;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Knows how the system behaves that boots from a disk. */
@FunctionalInterface
public interface GuestModel {
  /**
   * The behaviour of a guest.
   *
   * @param agent whether a guest agent answers once it has booted
   * @param powerButton whether it reacts to ACPI
   * @param boot how long it takes to boot
   * @param shutdown how long it takes to go down
   */
  record Guest(boolean agent, boolean powerButton, Duration boot, Duration shutdown) {
    /** Nothing boots: firmware that waits for a disk. */
    public static final Guest NOTHING = new Guest(false, false, Duration.ZERO, Duration.ZERO);

    /** A system with a guest agent. */
    public static final Guest ORDINARY =
        new Guest(true, true, Duration.ofSeconds(12), Duration.ofSeconds(4));
  }

  /**
   * The guest that boots from a disk or ISO.
   *
   * @param identity what is on it; null when it is empty
   * @return its behaviour
   */
  Guest boots(@Nullable String identity);

  /**
   * Everything with an identity is an ordinary system.
   *
   * @return the model
   */
  static GuestModel ordinary() {
    return identity -> identity == null ? Guest.NOTHING : Guest.ORDINARY;
  }
}
