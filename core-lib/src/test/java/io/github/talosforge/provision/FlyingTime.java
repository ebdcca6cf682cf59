package io.github.talosforge.provision;

import io.github.talosforge.simulator.world.SimulatedTime;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;

/** Time that passes with every look at it: tasks take their time, and nobody waits for it. */
final class FlyingTime implements SimulatedTime {
  private Duration step = Duration.ofMillis(200);
  private Instant now;

  FlyingTime() {
    this(Instant.now());
  }

  FlyingTime(Instant start) {
    now = start;
  }

  /** Says how much time a look takes. */
  synchronized void perLook(Duration wanted) {
    step = wanted;
  }

  @Override
  public synchronized Instant now() {
    now = now.plus(step);
    return now;
  }

  @Override
  public void await(Condition changed, Instant until) throws InterruptedException {
    boolean signalled = false;
    while (!signalled && !reaches(until)) {
      signalled = changed.await(1, TimeUnit.MILLISECONDS);
      advance(until);
    }
  }

  private synchronized boolean reaches(Instant until) {
    return !now.isBefore(until);
  }

  private synchronized void advance(Instant until) {
    if (now.isBefore(until)) {
      now = until;
    }
  }
}
