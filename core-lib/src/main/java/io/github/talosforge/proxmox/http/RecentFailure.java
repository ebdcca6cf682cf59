package io.github.talosforge.proxmox.http;

import io.github.talosforge.proxmox.ProxmoxException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/**
 * A failure of an endpoint, which may have come several times in a row.
 *
 * @param failure the last one
 * @param at when it was
 * @param times how often it came in a row
 */
record RecentFailure(ProxmoxException failure, Instant at, int times) {
  private static final DateTimeFormatter CLOCK =
      DateTimeFormatter.ofPattern("HH:mm:ss 'UTC'", Locale.ROOT).withZone(ZoneOffset.UTC);

  static String clock(Instant instant) {
    return CLOCK.format(instant);
  }

  /** The words of the failure without their full stop, how often and when. */
  @Override
  public String toString() {
    String often = times == 1 ? "at " : times + " times, last at ";
    return failure.problem().replaceFirst("\\.$", "") + " (" + often + clock(at) + ")";
  }
}
