package io.github.talosforge.proxmox.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.resilience4j.circuitbreaker.CallNotPermittedException;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.talosforge.proxmox.ErrorKind;
import io.github.talosforge.proxmox.ProxmoxEndpoint;
import io.github.talosforge.proxmox.ProxmoxException;
import io.github.talosforge.proxmox.RequestSummary;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** One endpoint, which is left alone for a while after it failed several times. */
final class GuardedEndpoint {
  /** Failures that speak against the endpoint, not against the call. */
  private static final Set<ErrorKind> FAULTS_OF_ENDPOINT =
      EnumSet.of(ErrorKind.CONNECTION, ErrorKind.TIMEOUT, ErrorKind.OUTCOME_UNKNOWN);

  private static final Duration REST = Duration.ofSeconds(5);
  private static final Duration RECENT = Duration.ofMinutes(1);
  private static final int CALLS_BEFORE_REST = 3;

  /**
   * Longer than anything takes: whoever takes his time with an upload has answered all the same.
   */
  private static final Duration SLOW = Duration.ofDays(365);

  private final ProxmoxEndpoint endpoint;
  private final Scheduler scheduler;
  private final CircuitBreaker breaker;
  private final Deque<RecentFailure> failures = new ArrayDeque<>();
  private volatile Instant restingSince;

  /** One exchange with one endpoint. */
  @FunctionalInterface
  interface Exchange {
    JsonNode with(ProxmoxEndpoint endpoint);
  }

  GuardedEndpoint(ProxmoxEndpoint endpoint, Scheduler scheduler) {
    this.endpoint = endpoint;
    this.scheduler = scheduler;
    this.restingSince = scheduler.now();
    breaker =
        CircuitBreaker.of(
            endpoint.toString(),
            CircuitBreakerConfig.custom()
                .slidingWindowSize(6)
                .minimumNumberOfCalls(CALLS_BEFORE_REST)
                .failureRateThreshold(60)
                .slowCallDurationThreshold(SLOW)
                .permittedNumberOfCallsInHalfOpenState(1)
                .waitDurationInOpenState(REST)
                .clock(new SchedulerClock(scheduler))
                .build());
    breaker
        .getEventPublisher()
        .onStateTransition(
            change -> {
              if (change.getStateTransition().getToState() == CircuitBreaker.State.OPEN) {
                restingSince = scheduler.now();
              }
            });
  }

  static boolean isFaultOfEndpoint(ProxmoxException failure) {
    return FAULTS_OF_ENDPOINT.contains(failure.kind());
  }

  /** Tells whether a failure says that nothing was sent because the endpoint is left alone. */
  static boolean wasLeftAlone(ProxmoxException failure) {
    return failure.getCause() instanceof CallNotPermittedException;
  }

  /** Tells whether the endpoint may be asked; whoever was told so must {@link #ask} it. */
  boolean mayBeAsked() {
    return breaker.tryAcquirePermission();
  }

  JsonNode ask(Exchange exchange) {
    long start = scheduler.nanos();
    boolean settled = false;
    try {
      JsonNode answer = exchange.with(endpoint);
      settled = true;
      breaker.onSuccess(scheduler.nanos() - start, TimeUnit.NANOSECONDS);
      return answer;
    } catch (ProxmoxException e) {
      settled = true;
      if (isFaultOfEndpoint(e)) {
        remember(e);
        breaker.onError(scheduler.nanos() - start, TimeUnit.NANOSECONDS, e);
      } else {
        breaker.onSuccess(scheduler.nanos() - start, TimeUnit.NANOSECONDS);
      }
      throw e;
    } finally {
      if (!settled) {
        breaker.releasePermission();
      }
    }
  }

  private void remember(ProxmoxException failure) {
    synchronized (failures) {
      Instant recent = scheduler.now().minus(RECENT);
      failures.removeIf(each -> each.at().isBefore(recent));
      @Nullable RecentFailure last = failures.peekLast();
      if (last != null && last.failure().problem().equals(failure.problem())) {
        failures.removeLast();
        failures.add(new RecentFailure(failure, scheduler.now(), last.times() + 1));
      } else {
        failures.add(new RecentFailure(failure, scheduler.now(), 1));
      }
      if (failures.size() > CALLS_BEFORE_REST) {
        failures.removeFirst();
      }
    }
  }

  /** Tells of a call that was not sent: since when the endpoint is left alone, and why. */
  ProxmoxException leftAlone(RequestSummary request) {
    List<RecentFailure> recent;
    synchronized (failures) {
      recent = List.copyOf(failures);
    }
    ProxmoxException last = recent.get(recent.size() - 1).failure();
    ProxmoxException told =
        (recent.size() == 1 && last.neverSent()
                ? ProxmoxException.of(ErrorKind.CONNECTION, last.problem())
                    .suggestion(last.suggestion().orElse(null))
                : resting(request, recent, last))
            .request(request)
            .cause(CallNotPermittedException.createCallNotPermittedException(breaker))
            .build();
    told.addSuppressed(last);
    return told;
  }

  private ProxmoxException.Builder resting(
      RequestSummary request, List<RecentFailure> recent, ProxmoxException last) {
    String problem =
        "%s failed: %s is left alone since %s because its last calls failed: %s."
            .formatted(
                request,
                endpoint,
                RecentFailure.clock(restingSince),
                recent.stream().map(RecentFailure::toString).collect(Collectors.joining("; ")));
    String cure = last.suggestion().map(text -> text + " ").orElse("");
    return ProxmoxException.of(ErrorKind.CONNECTION, problem).suggestion(cure + nextCall());
  }

  private String nextCall() {
    Instant end = restingSince.plus(REST);
    return end.isAfter(scheduler.now())
        ? "The endpoint is asked again from " + RecentFailure.clock(end) + " on."
        : "Another call is trying the endpoint at this moment.";
  }
}
