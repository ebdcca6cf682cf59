package io.github.talosforge.proxmox.http;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** The scheduler's time for those who want a clock. */
final class SchedulerClock extends Clock {
  private final Scheduler scheduler;

  SchedulerClock(Scheduler scheduler) {
    this.scheduler = scheduler;
  }

  @Override
  public Instant instant() {
    return scheduler.now();
  }

  @Override
  public ZoneId getZone() {
    return ZoneOffset.UTC;
  }

  @Override
  public Clock withZone(ZoneId zone) {
    throw new UnsupportedOperationException("times are kept in UTC");
  }
}
