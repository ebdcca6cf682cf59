package io.github.talosforge.proxmox;

import java.time.Duration;

/**
 * How much the client asks of the cluster at once.
 *
 * <p>Proxmox does not queue: full clones to one storage and slow calls to one host fight for locks
 * that time out after seconds, so the client queues instead.
 *
 * @param fullClonesPerStorage full copies that write to one storage at the same time
 * @param slowCallsPerHost calls with long tasks that one host works on at the same time
 * @param requestsPerSecond all requests of the client in one second
 * @param queueTime how long a call may wait for its place
 */
public record ClientLimits(
    int fullClonesPerStorage, int slowCallsPerHost, int requestsPerSecond, Duration queueTime) {
  /**
   * Checks that every limit lets something through.
   *
   * @throws IllegalArgumentException if a limit is not positive
   */
  public ClientLimits {
    if (fullClonesPerStorage < 1
        || slowCallsPerHost < 1
        || requestsPerSecond < 1
        || queueTime.isNegative()) {
      throw new IllegalArgumentException("limits must be at least 1");
    }
  }

  /**
   * Gives the limits that suit a small cluster.
   *
   * @return 2 full clones per storage, 3 slow calls per host, 200 requests a second, 1 hour
   */
  public static ClientLimits defaults() {
    return new ClientLimits(2, 3, 200, Duration.ofHours(1));
  }
}
