package io.github.talosforge.provision;

import io.github.talosforge.simulator.world.SimulatedTime;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.locks.Condition;

/** Time that passes with every look at it: tasks take their time, and nobody waits for it. */
final class FlyingTime implements SimulatedTime {
  private static final Duration STEP = Duration.ofMillis(200);

  private Instant now = Instant.now();

  @Override
  public synchronized Instant now() {
    now = now.plus(STEP);
    return now;
  }

  @Override
  public void await(Condition changed, Instant until) throws InterruptedException {
    boolean unused = changed.await(1, java.util.concurrent.TimeUnit.MILLISECONDS);
    reach(until);
  }

  private synchronized void reach(Instant until) {
    if (now.isBefore(until)) {
      now = until;
    }
  }
}
