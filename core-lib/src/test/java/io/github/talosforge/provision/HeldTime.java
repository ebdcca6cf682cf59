package io.github.talosforge.provision;

import io.github.talosforge.simulator.world.SimulatedTime;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.function.BooleanSupplier;

/** The time of this machine, which stands still for as long as somebody needs to catch up. */
final class HeldTime implements SimulatedTime {
  private volatile BooleanSupplier held = () -> false;
  private Duration stood = Duration.ZERO;
  private Instant now = Instant.now();

  /** Says when time stands still. */
  void whenever(BooleanSupplier wanted) {
    held = wanted;
  }

  @Override
  public Instant now() {
    return told(held.getAsBoolean());
  }

  private synchronized Instant told(boolean still) {
    Instant running = Instant.now().minus(stood);
    if (still) {
      stood = stood.plus(Duration.between(now, running));
    } else {
      now = running;
    }
    return now;
  }

  @Override
  public void await(Condition changed, Instant until) throws InterruptedException {
    boolean signalled = false;
    while (!signalled && now().isBefore(until)) {
      signalled = changed.await(1, TimeUnit.MILLISECONDS);
    }
  }
}
