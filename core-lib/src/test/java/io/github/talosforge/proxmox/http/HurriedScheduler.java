package io.github.talosforge.proxmox.http;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;

/** Real time with short pauses: the tasks of a simulated server end at once. */
final class HurriedScheduler implements Scheduler {
  private static final int TIMES = 20;

  /** Deadlines come sooner too, but not so much that a busy machine misses them. */
  private static final int CLOCK_TIMES = 5;

  private final Scheduler real = new SystemScheduler();

  @Override
  public long nanos() {
    return real.nanos() * CLOCK_TIMES;
  }

  @Override
  public Instant now() {
    return real.now();
  }

  @Override
  public void pause(Duration time) throws InterruptedException {
    real.pause(time.dividedBy(TIMES));
  }

  @Override
  public void schedule(Duration delay, Runnable work) {
    real.schedule(delay.dividedBy(TIMES), work);
  }

  @Override
  public boolean await(CompletableFuture<?> future, Duration timeout) throws InterruptedException {
    return real.await(future, timeout);
  }

  @Override
  public void close() {
    real.close();
  }
}
