package io.github.talosforge.proxmox.http;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;

/**
 * Real time with short pauses: the tasks of a simulated server end at once. Deadlines are real, for
 * what is done within them takes as long as the machine needs.
 */
final class HurriedScheduler implements Scheduler {
  private static final int TIMES = 20;

  private final Scheduler real;

  HurriedScheduler() {
    this(new SystemScheduler());
  }

  /** Hurries what another one does. */
  HurriedScheduler(Scheduler real) {
    this.real = real;
  }

  @Override
  public long nanos() {
    return real.nanos();
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
