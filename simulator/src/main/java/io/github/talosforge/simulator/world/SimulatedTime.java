package io.github.talosforge.simulator.world;

import java.time.Instant;
import java.util.concurrent.locks.Condition;

/** Where the world takes its time from, and how a call waits in it. */
public interface SimulatedTime {
  /**
   * The present.
   *
   * @return the time
   */
  Instant now();

  /**
   * Waits until a time, or until something changed.
   *
   * @param changed what is signalled when the world changes; its lock is held
   * @param until the time to wait for
   * @throws InterruptedException when the waiting thread is interrupted
   */
  void await(Condition changed, Instant until) throws InterruptedException;

  /**
   * The time of this machine.
   *
   * @return the wall clock
   */
  static SimulatedTime wallClock() {
    return new WallClock();
  }
}
