package io.github.talosforge.talos;

import java.time.Duration;
import java.time.Instant;

/**
 * What a machine thinks of the time.
 *
 * @param server the time server that it asked
 * @param local its own time
 * @param remote the server's time
 */
public record ClockState(String server, Instant local, Instant remote) {

  /**
   * Tells how far the machine is behind.
   *
   * @return the difference; negative when the machine is ahead
   */
  public Duration behind() {
    return Duration.between(local, remote);
  }
}
