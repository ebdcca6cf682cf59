package io.github.talosforge.proxmox.http;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;

/** Real time on a machine whose clock is set wrong. */
final class WrongClock implements Scheduler {
  private final Scheduler real = new SystemScheduler();
  private final Duration ahead;

  WrongClock(Duration ahead) {
    this.ahead = ahead;
  }

  @Override
  public long nanos() {
    return real.nanos();
  }

  @Override
  public Instant now() {
    return real.now().plus(ahead);
  }

  @Override
  public void pause(Duration time) throws InterruptedException {
    real.pause(time);
  }

  @Override
  public void schedule(Duration delay, Runnable work) {
    real.schedule(delay, work);
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
