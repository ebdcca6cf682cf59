package io.github.talosforge.provision;

import io.github.talosforge.bootstrap.Pacing;
import java.time.Duration;

/** Time that passes only when somebody waits, with one thing that happens again and again. */
final class SteppedPacing implements Pacing {
  private long nanos;
  private long begun;
  private long period;
  private long due;
  private Runnable event = () -> {};

  /** Begins to count anew, and nothing happens by itself any more. */
  void forget() {
    begun = nanos;
    event = () -> {};
  }

  /** Lets something happen after each such time. */
  void every(Duration time, Runnable what) {
    period = time.toNanos();
    due = nanos + period;
    event = what;
  }

  Duration passed() {
    return Duration.ofNanos(nanos - begun);
  }

  @Override
  public long nanos() {
    return nanos;
  }

  @Override
  public void pause(Duration time) {
    nanos += time.toNanos();
    if (nanos >= due) {
      due = nanos + period;
      event.run();
    }
  }
}
