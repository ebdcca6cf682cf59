package io.github.talosforge.proxmox.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.resilience4j.retry.Retry;
import io.github.talosforge.proxmox.ProxmoxException;
import io.github.talosforge.proxmox.Upid;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Starts a task again whose worker gave up before it began, because another task held the VM's
 * lock.
 *
 * <p>Only that one lock, and only as the whole exit status: any other lock is taken in the middle
 * of the work.
 */
final class Restart {
  static final Restart NEVER = new Restart(Optional::empty, null, new Counters());

  private static final Pattern NEVER_BEGAN =
      Pattern.compile("can't lock file '/var/lock/qemu-server/lock-\\d+\\.conf' - got timeout");

  private final Supplier<Optional<Upid>> sending;
  private final Retry.@Nullable AsyncContext<JsonNode> retries;
  private final Counters counters;

  /**
   * Sends the same call again.
   *
   * @param sending gives the new task, or empty if the work was done at once
   */
  Restart(
      Supplier<Optional<Upid>> sending,
      Retry.@Nullable AsyncContext<JsonNode> retries,
      Counters counters) {
    this.sending = sending;
    this.retries = retries;
    this.counters = counters;
  }

  /** How long to wait before the task is started again; empty if it must not be. */
  Optional<Duration> pauseAfter(ProxmoxException failure) {
    if (retries == null || !NEVER_BEGAN.matcher(failure.serverMessage()).matches()) {
      return Optional.empty();
    }
    long delay = retries.onError(failure);
    return delay < 0 ? Optional.empty() : Optional.of(Duration.ofMillis(delay));
  }

  Optional<Upid> send() {
    counters.retried();
    return sending.get();
  }
}
