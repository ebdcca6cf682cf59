package io.github.talosforge.proxmox.http;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.concurrent.CompletableFuture;

/** Time that passes only when somebody waits: work runs on the waiting thread, in order. */
final class VirtualScheduler implements Scheduler {
  private final PriorityQueue<Work> agenda =
      new PriorityQueue<>(Comparator.comparingLong(Work::due).thenComparingLong(Work::number));
  private final Instant start;
  private long nanos;
  private long number;
  private boolean closed;

  private record Work(long due, long number, Runnable run) {}

  VirtualScheduler() {
    this(Instant.parse("2026-01-02T03:04:05Z"));
  }

  VirtualScheduler(Instant start) {
    this.start = start;
  }

  @Override
  public long nanos() {
    return nanos;
  }

  @Override
  public Instant now() {
    return start.plusNanos(nanos);
  }

  @Override
  public void pause(Duration time) {
    await(new CompletableFuture<>(), time);
  }

  @Override
  public void schedule(Duration delay, Runnable work) {
    if (!closed) {
      agenda.add(new Work(nanos + delay.toNanos(), number++, work));
    }
  }

  @Override
  public boolean await(CompletableFuture<?> future, Duration timeout) {
    long end = nanos + timeout.toNanos();
    while (!future.isDone()) {
      Work next = agenda.peek();
      if (next == null || next.due() > end) {
        nanos = end;
        return false;
      }
      agenda.remove(next);
      nanos = Math.max(nanos, next.due());
      next.run().run();
    }
    return true;
  }

  int scheduled() {
    return agenda.size();
  }

  @Override
  public void close() {
    closed = true;
    agenda.clear();
  }
}
