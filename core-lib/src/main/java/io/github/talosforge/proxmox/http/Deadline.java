package io.github.talosforge.proxmox.http;

import java.time.Duration;

/** The end of an operation's time, whatever it is spent on. */
final class Deadline {
  private final Scheduler scheduler;
  private long end;

  private Deadline(Scheduler scheduler, long end) {
    this.scheduler = scheduler;
    this.end = end;
  }

  static Deadline in(Duration time, Scheduler scheduler) {
    return new Deadline(scheduler, scheduler.nanos() + time.toNanos());
  }

  /** What is left, at least a millisecond so that it can be given as a time-out. */
  Duration remaining() {
    return Duration.ofNanos(Math.max(1_000_000L, end - scheduler.nanos()));
  }

  /** Moves the end by what was done meanwhile that does not count. */
  void extend(long nanos) {
    end += nanos;
  }

  boolean allows(Duration pause) {
    return end - scheduler.nanos() > pause.toNanos();
  }
}
