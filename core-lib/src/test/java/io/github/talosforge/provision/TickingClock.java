package io.github.talosforge.provision;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** A clock on which time passes when a test says so, and some whenever somebody looks at it. */
final class TickingClock extends Clock {
  private final Duration look;
  private Instant now = Instant.EPOCH;

  TickingClock(Duration look) {
    this.look = look;
  }

  synchronized void pass(Duration time) {
    now = now.plus(time);
  }

  @Override
  public synchronized Instant instant() {
    pass(look);
    return now;
  }

  @Override
  public ZoneId getZone() {
    return ZoneOffset.UTC;
  }

  @Override
  public Clock withZone(ZoneId zone) {
    return this;
  }
}
