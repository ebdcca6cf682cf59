package io.github.talosforge.proxmox.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.resilience4j.core.IntervalFunction;
import io.github.resilience4j.retry.Retry;
import io.github.resilience4j.retry.RetryConfig;
import io.github.talosforge.proxmox.ErrorKind;
import io.github.talosforge.proxmox.ProxmoxException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Predicate;

/** The named policies: what is tried again, how often, and after which pause. */
final class RetryPolicies {
  /** Reading again does no harm, so everything that may pass by itself is tried again. */
  private static final Set<ErrorKind> WORTH_READING_AGAIN =
      EnumSet.of(
          ErrorKind.CONNECTION,
          ErrorKind.TIMEOUT,
          ErrorKind.HOST_UNREACHABLE,
          ErrorKind.LOCK_TIMEOUT,
          ErrorKind.WORKER_NOT_STARTED);

  /** With these kinds Proxmox has not begun: no connection, no lock, no worker. */
  private static final Set<ErrorKind> NOT_BEGUN =
      EnumSet.of(ErrorKind.CONNECTION, ErrorKind.LOCK_TIMEOUT, ErrorKind.WORKER_NOT_STARTED);

  private static final IntervalFunction QUICK =
      IntervalFunction.ofExponentialRandomBackoff(
          Duration.ofMillis(200), 2.0, 0.3, Duration.ofSeconds(5));

  /** Locks are held for as long as somebody copies or shuts down: asking often only disturbs. */
  private static final IntervalFunction FOR_LOCKS =
      IntervalFunction.ofExponentialRandomBackoff(
          Duration.ofSeconds(1), 2.0, 0.3, Duration.ofSeconds(15));

  private final Retry reads =
      Retry.of("reads", config(4, each -> WORTH_READING_AGAIN.contains(each.kind())));
  private final Retry writes =
      Retry.of(
          "writes", config(6, each -> NOT_BEGUN.contains(each.kind()) && !each.outcomeUnknown()));
  private final Retry once = Retry.of("once", config(1, each -> false));

  Retry of(ApiRequest request) {
    return request.effect() == ApiRequest.Effect.READ ? reads : writes;
  }

  /** For calls of callers that try again by themselves: the poller, and logging in. */
  Retry once() {
    return once;
  }

  private static RetryConfig config(int attempts, Predicate<ProxmoxException> again) {
    return RetryConfig.<JsonNode>custom()
        .maxAttempts(attempts)
        .retryOnException(
            thrown ->
                thrown instanceof ProxmoxException failure
                    && !GuardedEndpoint.wasLeftAlone(failure)
                    && again.test(failure))
        .intervalBiFunction((attempt, failure) -> interval(failure.getLeft()).apply(attempt))
        .build();
  }

  private static IntervalFunction interval(Throwable thrown) {
    return thrown instanceof ProxmoxException failure && failure.kind() == ErrorKind.LOCK_TIMEOUT
        ? FOR_LOCKS
        : QUICK;
  }
}
