package io.github.talosforge.proxmox.http;

import io.github.talosforge.proxmox.ClockReading;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The cluster's time of day, told by its last answer: task identifiers are stamped with it. */
final class ServerClock {
  private final Scheduler scheduler;
  private volatile @Nullable ClockReading last;

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
      last = new ClockReading(scheduler.now(), told);
    } catch (DateTimeException e) {
      // A proxy with its own idea of dates: keep what is known.
      return;
    }
  }

  Optional<ClockReading> last() {
    return Optional.ofNullable(last);
  }

  Instant now() {
    return scheduler.now().plus(last().map(ClockReading::ahead).orElse(Duration.ZERO));
  }
}
