package io.github.talosforge.proxmox.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.resilience4j.circuitbreaker.CallNotPermittedException;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.talosforge.proxmox.ErrorKind;
import io.github.talosforge.proxmox.ProxmoxEndpoint;
import io.github.talosforge.proxmox.ProxmoxException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The endpoints of a cluster: one is used until it fails, then the next. An endpoint that failed
 * several times is left alone for a while.
 */
final class EndpointPool {
  /** Failures that speak against the endpoint, not against the call. */
  private static final Set<ErrorKind> FAULTS_OF_ENDPOINT =
      EnumSet.of(ErrorKind.CONNECTION, ErrorKind.TIMEOUT, ErrorKind.OUTCOME_UNKNOWN);

  private static final Duration REST = Duration.ofSeconds(5);

  private final List<Guarded> endpoints;
  private final Counters counters;
  private final Scheduler scheduler;
  private final AtomicInteger current = new AtomicInteger();

  /** One exchange with one endpoint. */
  @FunctionalInterface
  interface Exchange {
    JsonNode with(ProxmoxEndpoint endpoint);
  }

  private static final class Guarded {
    private final ProxmoxEndpoint endpoint;
    private final CircuitBreaker breaker;
    private volatile @Nullable ProxmoxException lastFailure;

    Guarded(ProxmoxEndpoint endpoint, CircuitBreaker breaker) {
      this.endpoint = endpoint;
      this.breaker = breaker;
    }
  }

  EndpointPool(List<ProxmoxEndpoint> endpoints, Scheduler scheduler, Counters counters) {
    CircuitBreakerConfig config =
        CircuitBreakerConfig.custom()
            .slidingWindowSize(6)
            .minimumNumberOfCalls(3)
            .failureRateThreshold(60)
            .permittedNumberOfCallsInHalfOpenState(1)
            .waitDurationInOpenState(REST)
            .clock(new SchedulerClock(scheduler))
            .build();
    this.endpoints =
        endpoints.stream()
            .map(each -> new Guarded(each, CircuitBreaker.of(each.toString(), config)))
            .toList();
    this.scheduler = scheduler;
    this.counters = counters;
  }

  /** Tries each endpoint once, until one answers or the outcome of a change is in doubt. */
  JsonNode run(Exchange exchange) {
    List<ProxmoxException> failures = new ArrayList<>();
    int first = current.get();
    for (int i = 0; i < endpoints.size(); i++) {
      int index = (first + i) % endpoints.size();
      Guarded guarded = endpoints.get(index);
      if (!guarded.breaker.tryAcquirePermission()) {
        failures.add(resting(guarded));
        continue;
      }
      try {
        return guarded(guarded, exchange);
      } catch (ProxmoxException e) {
        if (!FAULTS_OF_ENDPOINT.contains(e.kind())) {
          throw e;
        }
        moveOn(index);
        if (e.outcomeUnknown()) {
          throw e;
        }
        failures.add(e);
      }
    }
    throw combined(failures);
  }

  private JsonNode guarded(Guarded guarded, Exchange exchange) {
    long start = scheduler.nanos();
    boolean settled = false;
    try {
      JsonNode answer = exchange.with(guarded.endpoint);
      settled = true;
      guarded.breaker.onSuccess(scheduler.nanos() - start, TimeUnit.NANOSECONDS);
      return answer;
    } catch (ProxmoxException e) {
      settled = true;
      if (FAULTS_OF_ENDPOINT.contains(e.kind())) {
        guarded.lastFailure = e;
        guarded.breaker.onError(scheduler.nanos() - start, TimeUnit.NANOSECONDS, e);
      } else {
        guarded.breaker.onSuccess(scheduler.nanos() - start, TimeUnit.NANOSECONDS);
      }
      throw e;
    } finally {
      if (!settled) {
        guarded.breaker.releasePermission();
      }
    }
  }

  private void moveOn(int failed) {
    int next = (failed + 1) % endpoints.size();
    if (next != failed && current.compareAndSet(failed, next)) {
      counters.failedOver();
    }
  }

  private static ProxmoxException resting(Guarded guarded) {
    @Nullable ProxmoxException last = guarded.lastFailure;
    ProxmoxException.Builder told =
        ProxmoxException.of(
            ErrorKind.CONNECTION,
            last == null || tellsOfItsOwnRequest(last)
                ? guarded.endpoint + " failed several times and is left alone for some seconds."
                : last.problem());
    return told.suggestion(last == null ? null : last.suggestion().orElse(null))
        .cause(CallNotPermittedException.createCallNotPermittedException(guarded.breaker))
        .build();
  }

  private static boolean tellsOfItsOwnRequest(ProxmoxException failure) {
    return failure
        .request()
        .filter(own -> failure.problem().startsWith(own.toString()))
        .isPresent();
  }

  /** Told as the failure of an endpoint that was really asked, if there is one. */
  private static ProxmoxException combined(List<ProxmoxException> failures) {
    ProxmoxException first =
        failures.stream()
            .filter(each -> !(each.getCause() instanceof CallNotPermittedException))
            .findFirst()
            .orElse(failures.get(0));
    if (failures.size() == 1) {
      return first;
    }
    String problems =
        failures.stream().map(ProxmoxException::problem).collect(Collectors.joining(" "));
    return first.toBuilder()
        .problem("None of " + failures.size() + " endpoints answers. " + problems)
        .build();
  }
}
