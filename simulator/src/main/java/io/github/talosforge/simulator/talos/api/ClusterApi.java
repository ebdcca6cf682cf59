package io.github.talosforge.simulator.talos.api;

import io.github.talosforge.simulator.talos.protocol.cluster.ClusterServiceGrpc;
import io.github.talosforge.simulator.talos.protocol.cluster.HealthCheckProgress;
import io.github.talosforge.simulator.talos.protocol.cluster.HealthCheckRequest;
import io.grpc.Status;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Talos' ClusterService: the health of a cluster as its control plane sees it. */
final class ClusterApi extends ClusterServiceGrpc.ClusterServiceImplBase {
  private final TalosCalls calls;

  ClusterApi(TalosCalls calls) {
    this.calls = calls;
  }

  @Override
  public void healthCheck(HealthCheckRequest request, StreamObserver<HealthCheckProgress> out) {
    Check check =
        new Check(
            new ClusterHealth(calls.talos(), CallScope.current().machine(), request),
            (ServerCallStreamObserver<HealthCheckProgress>) out);
    Duration limit = Duration.ofSeconds(request.getWaitTimeout().getSeconds());
    Runnable observer = check::advance;
    check.out.setOnCancelHandler(() -> calls.talos().forget(observer));
    calls
        .talos()
        .world()
        .locked(
            () -> {
              calls.talos().observe(observer);
              check.advance();
              return true;
            });
    CompletableFuture.delayedExecutor(limit.toMillis(), TimeUnit.MILLISECONDS)
        .execute(
            () ->
                calls
                    .talos()
                    .world()
                    .locked(
                        () -> {
                          calls.talos().forget(observer);
                          check.expire();
                          return true;
                        }));
  }

  /** One check after the other, each until it succeeds. */
  private static final class Check {
    private final ClusterHealth health;
    private final ServerCallStreamObserver<HealthCheckProgress> out;
    private final List<String> said = new ArrayList<>();
    private int passed;
    private boolean done;

    Check(ClusterHealth health, ServerCallStreamObserver<HealthCheckProgress> out) {
      this.health = health;
      this.out = out;
    }

    void advance() {
      while (!done && !out.isCancelled() && passed < health.checks().size()) {
        ClusterHealth.Check check = health.checks().get(passed);
        String problem = check.problem().get();
        say("waiting for " + check.name() + ": " + (problem.isEmpty() ? "OK" : problem));
        if (!problem.isEmpty()) {
          return;
        }
        passed++;
      }
      if (!done && !out.isCancelled()) {
        done = true;
        out.onCompleted();
      }
    }

    private void say(String message) {
      if (said.isEmpty() || !said.get(said.size() - 1).equals(message)) {
        said.add(message);
        out.onNext(HealthCheckProgress.newBuilder().setMessage(message).build());
      }
    }

    void expire() {
      if (!done && !out.isCancelled()) {
        done = true;
        out.onError(
            Status.DEADLINE_EXCEEDED
                .withDescription("healthcheck error: context deadline exceeded")
                .asRuntimeException());
      }
    }
  }
}
