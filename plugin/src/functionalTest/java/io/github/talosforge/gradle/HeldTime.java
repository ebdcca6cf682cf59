package io.github.talosforge.gradle;

import io.github.talosforge.simulator.world.SimulatedTime;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.function.BooleanSupplier;

/** Time that flies until it is held; whoever asks for it wakes those who wait for a call. */
final class HeldTime implements SimulatedTime {
  private static final Duration STEP = Duration.ofSeconds(20);

  private Instant now = Instant.parse("2026-01-01T00:00:00Z");
  private boolean held;

  synchronized void hold() {
    held = true;
  }

  synchronized void release() {
    held = false;
  }

  synchronized void advance(Duration by) {
    now = now.plus(by);
  }

  @Override
  public synchronized Instant now() {
    if (!held) {
      now = now.plus(STEP);
    }
    notifyAll();
    return now;
  }

  @Override
  public void await(Condition changed, Instant until) throws InterruptedException {
    boolean signalled = false;
    while (!signalled && !reaches(until)) {
      signalled = changed.await(20, TimeUnit.MILLISECONDS);
    }
  }

  private synchronized boolean reaches(Instant until) {
    if (!held && now.isBefore(until)) {
      now = until;
    }
    return !now.isBefore(until);
  }

  /** Waits for something that calls bring about; each call asks for the time. */
  synchronized void awaitCalls(BooleanSupplier done) throws InterruptedException {
    while (!done.getAsBoolean()) {
      wait();
    }
  }
}
