package io.github.talosforge.simulator.world;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.locks.Condition;

/** Time that only moves when told to, or when a call waits: for tests without sleeping. */
public final class ManualTime implements SimulatedTime {
  private Instant now;

  /**
   * Time that starts somewhere.
   *
   * @param start the first instant
   */
  public ManualTime(Instant start) {
    now = start;
  }

  @Override
  public synchronized Instant now() {
    return now;
  }

  /**
   * Moves time forward.
   *
   * @param by how far
   */
  public synchronized void advance(Duration by) {
    now = now.plus(by);
  }

  @Override
  public synchronized void await(Condition changed, Instant until) {
    now = now.isBefore(until) ? until : now;
  }
}
