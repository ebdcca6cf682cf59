package io.github.talosforge.proxmox.http;

import io.github.talosforge.proxmox.ProxmoxException;
import io.github.talosforge.proxmox.TaskProgress;
import io.github.talosforge.proxmox.Upid;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the logs of tasks that somebody listens to, one log a second, in turn. */
final class TaskLogReader {
  private static final Duration PAUSE = Duration.ofSeconds(1);
  private static final int LINES = 500;

  /**
   * {@code (12.50%)}, {@code (12.50/100%)} and wget's {@code 12%}; the last one of a line counts.
   */
  private static final Pattern PERCENT =
      Pattern.compile("(?<percent>\\d{1,3}(?:\\.\\d+)?)(?:/100)?\\s?%");

  private final TaskQueries queries;
  private final Scheduler scheduler;
  private final Collection<FollowedTask> tasks;
  private final AtomicBoolean running = new AtomicBoolean();
  private final Deque<FollowedTask> turn = new ArrayDeque<>();
  private final Map<Upid, Integer> read = new HashMap<>();

  TaskLogReader(TaskQueries queries, Scheduler scheduler, Collection<FollowedTask> tasks) {
    this.queries = queries;
    this.scheduler = scheduler;
    this.tasks = tasks;
  }

  /** Begins to read if nobody does. */
  void wanted() {
    if (running.compareAndSet(false, true)) {
      scheduler.schedule(PAUSE, this::readNext);
    }
  }

  private void readNext() {
    if (turn.isEmpty()) {
      tasks.stream().filter(FollowedTask::isListenedTo).forEach(turn::add);
      read.keySet().retainAll(turn.stream().map(FollowedTask::upid).toList());
    }
    if (turn.isEmpty()) {
      stop();
      return;
    }
    FollowedTask next = turn.remove();
    if (next.isListenedTo()) {
      read(next);
    }
    scheduler.schedule(PAUSE, this::readNext);
  }

  /** Somebody may have begun to listen while the turn was found empty. */
  private void stop() {
    running.set(false);
    if (tasks.stream().anyMatch(FollowedTask::isListenedTo)) {
      wanted();
    }
  }

  private void read(FollowedTask task) {
    int start = read.getOrDefault(task.upid(), 0);
    try {
      List<String> lines = queries.log(task.upid(), start, LINES);
      read.put(task.upid(), start + lines.size());
      lines.forEach(line -> task.report(new TaskProgress(task.upid(), percent(line), line)));
    } catch (ProxmoxException e) {
      // The state of the task is the poller's business; the log is read again next time.
      read.put(task.upid(), start);
    }
  }

  static OptionalDouble percent(String line) {
    OptionalDouble percent = OptionalDouble.empty();
    Matcher matcher = PERCENT.matcher(line);
    while (matcher.find()) {
      double value = Double.parseDouble(matcher.group("percent"));
      percent = value <= 100 ? OptionalDouble.of(value) : percent;
    }
    return percent;
  }
}
