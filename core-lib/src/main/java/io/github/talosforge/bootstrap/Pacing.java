package io.github.talosforge.bootstrap;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** All time that the flow spends or measures, so that tests can own it. */
public interface Pacing {

  /**
   * Tells monotonic time.
   *
   * @return nanoseconds since some moment
   */
  long nanos();

  /**
   * Waits.
   *
   * @param time how long
   * @throws InterruptedException if the thread is interrupted
   */
  void pause(Duration time) throws InterruptedException;

  /** Real time. */
  Pacing REAL =
      new Pacing() {
        @Override
        public long nanos() {
          return System.nanoTime();
        }

        @Override
        public void pause(Duration time) throws InterruptedException {
          boolean unused = new CountDownLatch(1).await(time.toNanos(), TimeUnit.NANOSECONDS);
        }
      };
}
