package io.github.talosforge.proxmox.http;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;

/** The cluster's time of day, told by its last answer: task identifiers are stamped with it. */
final class ServerClock {
  private final Scheduler scheduler;
  private volatile Duration ahead = Duration.ZERO;

  ServerClock(Scheduler scheduler) {
    this.scheduler = scheduler;
  }

  void saw(String httpDate) {
    if (httpDate.isEmpty()) {
      return;
    }
    try {
      Instant told =
          ZonedDateTime.parse(httpDate, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
      ahead = Duration.between(scheduler.now(), told);
    } catch (DateTimeException e) {
      // A proxy with its own idea of dates: keep what is known.
      return;
    }
  }

  Instant now() {
    return scheduler.now().plus(ahead);
  }
}
