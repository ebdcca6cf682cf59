package io.github.talosforge.benchmark;

import io.github.talosforge.simulator.world.Task;
import io.github.talosforge.simulator.world.World;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;

/** Notes when each task of a simulated cluster began and ended, to some milliseconds. */
final class TaskWatch implements AutoCloseable {
  private static final long PERIOD_NANOS = 5_000_000;

  private final World world;
  private final long since = System.nanoTime();
  private final Map<String, Span> spans = new TreeMap<>();
  private final Thread thread = new Thread(this::watch, "task-watch");
  private volatile boolean closed;

  /** From when to when a task ran, in nanoseconds since the watch began; still open: no end. */
  private record Span(long begin, long end) {}

  TaskWatch(World world) {
    this.world = world;
    thread.setDaemon(true);
    thread.start();
  }

  private void watch() {
    while (!closed) {
      look();
      LockSupport.parkNanos(PERIOD_NANOS);
    }
  }

  private synchronized void look() {
    List<Task> tasks = world.locked(() -> List.copyOf(world.tasks().values()));
    long now = System.nanoTime() - since;
    for (Task task : tasks) {
      Span known = spans.computeIfAbsent(task.upid(), upid -> new Span(now, Long.MAX_VALUE));
      if (task.exitStatus() != null && known.end() == Long.MAX_VALUE) {
        spans.put(task.upid(), new Span(known.begin(), now));
      }
    }
  }

  /**
   * Returns how much of the time up to now no task of the critical path ran: from the end back,
   * always to the task that ended last before the one after it began.
   */
  synchronized long overheadNanos() {
    look();
    long point = System.nanoTime() - since;
    long idle = 0;
    while (true) {
      long until = point;
      Span before =
          spans.values().stream()
              .filter(span -> span.end() <= until)
              .max((one, two) -> Long.compare(one.end(), two.end()))
              .orElse(null);
      if (before == null) {
        return idle + point;
      }
      idle += point - before.end();
      point = Math.min(before.begin(), before.end() - 1);
    }
  }

  synchronized int tasks() {
    return spans.size();
  }

  @Override
  public void close() {
    closed = true;
  }
}
