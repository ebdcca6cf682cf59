package io.github.talosforge.preflight;

import io.github.talosforge.finding.Finding;
import io.github.talosforge.proxmox.ClockReading;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * Compares the server's clock with ours. Nodes take their time from their hosts until they reach a
 * time server, and certificates that are made here are not valid before they were made.
 */
final class ClockCheck {
  private static final Duration HARMLESS = Duration.ofSeconds(30);

  private ClockCheck() {}

  static Optional<Finding> check(ClockReading clocks) {
    if (clocks.ahead().abs().compareTo(HARMLESS) <= 0) {
      return Optional.empty();
    }
    return Optional.of(
        PreflightFinding.CLOCK_DIFFERS.finding(
            "The server's clock says "
                + clocks.there()
                + ", this machine's "
                + clocks.here().truncatedTo(ChronoUnit.SECONDS)
                + ".",
            "Set the wrong one right: certificates that are made here are valid from now on, by"
                + " this machine's clock."));
  }
}
