package io.github.talosforge.simulator.vm;

import java.time.Duration;

/** How long things take on ordinary hardware, before the time scale. */
final class Durations {
  static final Duration ALLOCATE = Duration.ofMillis(800);
  static final Duration LINK = Duration.ofMillis(600);
  static final Duration FREE = Duration.ofMillis(400);
  static final Duration START = Duration.ofSeconds(2);
  static final Duration STOP = Duration.ofSeconds(1);
  static final Duration RENAME = Duration.ofMillis(500);
  static final Duration GROW = Duration.ofMillis(700);
  static final Duration CLONE_LOCK = Duration.ofSeconds(1);

  private static final long BYTES_PER_SECOND = 200L << 20;

  private Durations() {}

  /** Copies share the bandwidth of a storage. */
  static Duration copy(long bytes, int others) {
    return Duration.ofMillis(300 + bytes * 1000 * (1 + others) / BYTES_PER_SECOND);
  }

  /** Making volumes is slower while a storage is busy. */
  static Duration allocate(int others) {
    return ALLOCATE.multipliedBy(1L + others);
  }
}
