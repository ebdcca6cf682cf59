package io.github.talosforge.proxmox;

import java.time.Duration;
import java.time.Instant;

/**
 * Two clocks at the same moment.
 *
 * @param here the time on this machine
 * @param there the time of the server that answered, to the second
 */
public record ClockReading(Instant here, Instant there) {
  /**
   * Compares the clocks.
   *
   * @return how far the server's clock is ahead; negative if it is behind
   */
  public Duration ahead() {
    return Duration.between(here, there);
  }
}
