package io.github.talosforge.simulator.http;

import java.time.Duration;

/**
 * How much one connection may ask for.
 *
 * @param idle how long a connection may say nothing
 * @param requests how many requests it may make
 * @param body the largest body that is no upload, in bytes
 * @param headerLines the most lines of a header
 * @param headerBytes the largest header
 */
public record TransportLimits(
    Duration idle, int requests, int body, int headerLines, int headerBytes) {
  /** The limits of Proxmox' API daemon. */
  public static final TransportLimits PROXMOX =
      new TransportLimits(Duration.ofSeconds(5), 100, 512 * 1024, 64, 8 * 1024);

  /**
   * The same limits with another idle time.
   *
   * @param time how long a connection may say nothing
   * @return the limits
   */
  public TransportLimits withIdle(Duration time) {
    return new TransportLimits(time, requests, body, headerLines, headerBytes);
  }
}
