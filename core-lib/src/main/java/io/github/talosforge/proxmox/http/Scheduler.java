package io.github.talosforge.proxmox.http;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;

/** All time that the client spends or measures, so that tests can own it. */
interface Scheduler extends AutoCloseable {
  /** Monotonic time. */
  long nanos();

  /** The time of day. */
  Instant now();

  /** Waits; ends early when closed. */
  void pause(Duration time) throws InterruptedException;

  /** Runs work later on another thread; drops it when closed. */
  void schedule(Duration delay, Runnable work);

  /** Waits until the future is complete, however; false if the time-out was first. */
  boolean await(CompletableFuture<?> future, Duration timeout) throws InterruptedException;

  @Override
  void close();
}
