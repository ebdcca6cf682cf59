package io.github.talosforge.simulator.world;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;

/** The time of this machine: whoever waits, really waits. */
final class WallClock implements SimulatedTime {
  private final InstantSource source = InstantSource.system();

  @Override
  public Instant now() {
    return source.instant();
  }

  @Override
  public void await(Condition changed, Instant until) throws InterruptedException {
    boolean signalled = false;
    while (!signalled && now().isBefore(until)) {
      signalled = changed.await(Duration.between(now(), until).toNanos(), TimeUnit.NANOSECONDS);
    }
  }
}
