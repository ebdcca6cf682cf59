package io.github.talosforge.proxmox.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.github.resilience4j.ratelimiter.RateLimiter;
import io.github.resilience4j.ratelimiter.RateLimiterConfig;
import io.github.resilience4j.retry.Retry;
import io.github.talosforge.proxmox.ClockReading;
import io.github.talosforge.proxmox.ErrorKind;
import io.github.talosforge.proxmox.ProxmoxConnection;
import io.github.talosforge.proxmox.ProxmoxCredentials;
import io.github.talosforge.proxmox.ProxmoxEndpoint;
import io.github.talosforge.proxmox.ProxmoxException;
import io.github.talosforge.proxmox.Upid;
import io.github.talosforge.redaction.Redaction;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** Carries a call through rate limit, login, fail-over and retries until its deadline. */
final class ResilientCalls {
  private static final Duration LONGEST_POLL = Duration.ofSeconds(10);
  private static final int MOST_LOSSES = 2;

  private final Scheduler scheduler;
  private final Duration longestRead;
  private final Wire wire;
  private final ServerErrors errors;
  private final Counters counters;
  private final EndpointPool endpoints;
  private final RetryPolicies policies = new RetryPolicies();
  private final RateLimiter rate;
  private final ServerClock serverClock;
  private final String principal;
  private final Login login;
  private final SentWrites writes;

  ResilientCalls(
      ProxmoxConnection connection,
      TransportParts parts,
      Wire wire,
      ServerErrors errors,
      Redaction redaction,
      Counters counters) {
    this.scheduler = parts.scheduler();
    this.longestRead = parts.longestRead();
    this.wire = wire;
    this.errors = errors;
    this.counters = counters;
    this.endpoints = new EndpointPool(connection.endpoints(), scheduler, counters);
    this.rate = limiter(connection.queue().limits().requestsPerSecond(), scheduler);
    this.serverClock = new ServerClock(scheduler);
    this.principal = connection.credentials().principal();
    this.login = login(connection.credentials(), redaction);
    this.writes = new SentWrites(connection.audit(), principal);
  }

  private static RateLimiter limiter(int perSecond, Scheduler scheduler) {
    return RateLimiter.of(
        "requests",
        RateLimiterConfig.custom()
            .limitRefreshPeriod(Duration.ofSeconds(1))
            .limitForPeriod(perSecond)
            .timeoutDuration(Duration.ofHours(1))
            .build(),
        scheduler::nanos);
  }

  private Login login(ProxmoxCredentials credentials, Redaction redaction) {
    if (credentials instanceof ProxmoxCredentials.ApiToken token) {
      return new TokenLogin(token);
    }
    return new TicketLogin(
        (ProxmoxCredentials.Password) credentials, redaction, scheduler, this::anonymous);
  }

  /** Tells the server's time of day as its last answer showed it. */
  Optional<ClockReading> clock() {
    return serverClock.last();
  }

  /** Sends a call of a user and gives the whole answer. */
  JsonNode call(ApiRequest request, ApiTransport transport, Predicate<Upid> known) {
    Attempts attempts = new Attempts(request, login, policies.of(request));
    while (true) {
      attempts.prepare();
      Instant at = scheduler.now();
      Instant sentAt = serverClock.now();
      try {
        return attempts.send();
      } catch (ProxmoxException e) {
        if (!e.outcomeUnknown()) {
          attempts.recover(e);
          continue;
        }
        LostCall lost = new LostCall(transport, sentAt, principal, known);
        OutcomeLookup.Outcome outcome = lookUp(request, lost, e);
        writes.lookedUp(request, at, outcome);
        if (outcome instanceof OutcomeLookup.Outcome.Done done) {
          return JsonNodeFactory.instance.objectNode().set("data", done.data());
        }
        if (outcome instanceof OutcomeLookup.Outcome.Unknown) {
          throw e;
        }
        attempts.repeat(e);
      }
    }
  }

  /** A fresh account of retries for a call. */
  Retry.AsyncContext<JsonNode> retries(ApiRequest request) {
    return policies.of(request).asyncContext();
  }

  private static OutcomeLookup.Outcome lookUp(
      ApiRequest request, LostCall lost, ProxmoxException failure) {
    try {
      return request.lookup().lookUp(lost);
    } catch (ProxmoxException e) {
      failure.addSuppressed(e);
      return new OutcomeLookup.Outcome.Unknown();
    }
  }

  /** Sends a call of the poller, which tries again by itself. */
  JsonNode poll(ApiRequest request) {
    counters.polled();
    return attempted(new Attempts(request.within(LONGEST_POLL), login, policies.once()));
  }

  private JsonNode anonymous(ApiRequest request) {
    return attempted(new Attempts(request, new NoLogin(), policies.once())).path("data");
  }

  private static JsonNode attempted(Attempts attempts) {
    while (true) {
      attempts.prepare();
      try {
        return attempts.send();
      } catch (ProxmoxException e) {
        attempts.recover(e);
      }
    }
  }

  private JsonNode exchange(
      ApiRequest request, ProxmoxEndpoint endpoint, Map<String, String> headers, Duration time) {
    Instant at = scheduler.now();
    try {
      WireAnswer answer = wire.exchange(endpoint, request, headers, time);
      serverClock.saw(answer.date());
      if (!answer.isSuccess()) {
        throw errors.of(request, endpoint, answer);
      }
      JsonNode said =
          Json.parse(answer.body())
              .orElseThrow(() -> ConnectionErrors.notProxmox(request, endpoint, answer));
      writes.accepted(request, at, said);
      return said;
    } catch (ProxmoxException e) {
      writes.refused(request, at, e);
      throw e;
    } catch (WireFailure e) {
      throw ConnectionErrors.of(request, endpoint, e);
    }
  }

  private void pause(Duration time, ApiRequest request) {
    if (time.isZero()) {
      return;
    }
    try {
      scheduler.pause(time);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw ProxmoxException.of(
              ErrorKind.INTERRUPTED, request.summary() + " was given up: " + e.getMessage() + ".")
          .request(request.summary())
          .cause(e)
          .build();
    }
  }

  /** One call with all its attempts. */
  private final class Attempts {
    private final ApiRequest request;
    private final Login login;
    private final Retry policy;
    private final Retry.AsyncContext<JsonNode> retries;
    private final Deadline deadline;
    private final Set<String> problems = new LinkedHashSet<>();
    private Map<String, String> headers = Map.of();
    private boolean loggedIn;
    private boolean renewed;
    private int losses;

    Attempts(ApiRequest request, Login login, Retry policy) {
      this.request = request;
      this.login = login;
      this.policy = policy;
      this.retries = policy.asyncContext();
      this.deadline = Deadline.in(request.deadline(), scheduler);
    }

    /** Waits for all that there is to wait for; a call that destroys looks then, and is sent. */
    void prepare() {
      do {
        pause(Duration.ofNanos(Math.max(0, rate.reservePermission())), request);
      } while (!logsIn());
      if (request.look().isPresent()) {
        long begin = scheduler.nanos();
        request.look().get().again();
        deadline.extend(scheduler.nanos() - begin);
      }
    }

    private boolean logsIn() {
      loggedIn = false;
      try {
        headers = login.headers(request);
        loggedIn = true;
      } catch (ProxmoxException e) {
        recover(e);
      }
      return loggedIn;
    }

    JsonNode send() {
      JsonNode answer =
          endpoints.run(
              request.summary(),
              request.look().isPresent(),
              endpoint -> exchange(request, endpoint, headers, time()));
      retries.onComplete();
      return answer;
    }

    private Duration time() {
      Duration left = deadline.remaining();
      return request.effect() == ApiRequest.Effect.READ && left.compareTo(longestRead) > 0
          ? longestRead
          : left;
    }

    /** Waits as long as the policy says, or throws the failure if there is no next attempt. */
    void recover(ProxmoxException failure) {
      // A refused password must not be tried twice: that is how accounts get locked.
      boolean refused = loggedIn && failure.kind() == ErrorKind.AUTHENTICATION;
      if (refused && !renewed && login.renew(headers)) {
        renewed = true;
        counters.retried();
        return;
      }
      long delay = retries.onError(failure);
      if (delay < 0 || !deadline.allows(Duration.ofMillis(delay))) {
        throw withEarlierProblems(failure);
      }
      problems.add(failure.problem());
      counters.retried();
      pause(Duration.ofMillis(delay), request);
    }

    /** A last attempt that failed otherwise than those before must not hide why they failed. */
    private ProxmoxException withEarlierProblems(ProxmoxException failure) {
      problems.remove(failure.problem());
      if (problems.isEmpty() || !policy.getRetryConfig().getExceptionPredicate().test(failure)) {
        return failure;
      }
      ProxmoxException told =
          failure.toBuilder()
              .problem(
                  failure.problem()
                      + " Earlier attempts failed otherwise: "
                      + String.join(" ", problems))
              .build();
      for (Throwable each : failure.getSuppressed()) {
        told.addSuppressed(each);
      }
      return told;
    }

    /** Allows another attempt after a change whose answer was lost proved not to have happened. */
    void repeat(ProxmoxException failure) {
      if (++losses > MOST_LOSSES || !deadline.allows(Duration.ZERO)) {
        throw failure;
      }
      counters.retried();
    }
  }

  private static final class NoLogin implements Login {
    @Override
    public Map<String, String> headers(ApiRequest request) {
      return Map.of();
    }

    @Override
    public boolean renew(Map<String, String> refused) {
      return false;
    }
  }
}
