package io.github.talosforge.simulator.task;

import io.github.talosforge.simulator.api.ApiFailure;
import io.github.talosforge.simulator.api.Principal;
import io.github.talosforge.simulator.world.Activities;
import io.github.talosforge.simulator.world.Task;
import io.github.talosforge.simulator.world.World;
import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Starts workers: as tasks that everyone sees, or inside of the call that wants the work done. */
public final class Workers {
  /** A fork needs a moment before its first step. */
  private static final Duration FORK = Duration.ofMillis(100);

  private static final int KEPT_TASKS = 5000;

  private final World world;
  private final Scheduler scheduler;
  private final Locks locks = new Locks();
  private final Map<String, Worker> running = new LinkedHashMap<>();

  public Workers(World world, Scheduler scheduler) {
    this.world = world;
    this.scheduler = scheduler;
    endWhatRanBefore();
  }

  /** Tasks of an earlier process of the simulator died with it, as with a host. */
  private void endWhatRanBefore() {
    world.tasks().values().stream()
        .filter(Task::isRunning)
        .forEach(task -> task.end("unexpected status", world.now().getEpochSecond()));
  }

  /** Starts a task and returns its id; in a world without duration it has ended by then. */
  public String fork(
      Principal user, String host, String type, String id, Consumer<Worker> program) {
    Task task = newTask(user, host, type, id);
    world.tasks().put(task.upid(), task);
    forget();
    Worker worker = new Worker(this, task, host);
    running.put(task.upid(), worker);
    world.activities().begins(type, host);
    worker.pause(FORK);
    worker.run(() -> program.accept(worker));
    worker.resume();
    return task.upid();
  }

  /** Does work inside of the call, which waits for it. */
  public void inline(String host, Consumer<Worker> program) {
    Worker worker = new Worker(this, null, host);
    worker.run(() -> program.accept(worker));
    worker.resume();
    while (!worker.ended()) {
      scheduler.awaitNext(world.time().now().plusSeconds(3600));
    }
    ApiFailure cause = worker.cause();
    if (cause != null) {
      throw cause;
    }
  }

  /** Waits for a task, but not longer than told. */
  public void await(String upid, Duration timeout) {
    Instant deadline = world.now().plus(world.scaled(timeout));
    while (running.containsKey(upid) && world.time().now().isBefore(deadline)) {
      scheduler.awaitNext(deadline);
    }
  }

  /** Sends SIGTERM. */
  public void interrupt(String upid) {
    Worker worker = running.get(upid);
    if (worker != null) {
      worker.interrupt();
    }
  }

  /** Sends SIGKILL. */
  public void kill(String upid) {
    Worker worker = running.get(upid);
    if (worker != null) {
      worker.kill();
    }
  }

  /** Kills everything on a host. */
  public void killAll(String host) {
    List.copyOf(running.values()).stream()
        .filter(worker -> worker.host().equals(host))
        .forEach(Worker::kill);
  }

  /** How many workers copy to a storage. */
  public int copyingTo(String storage) {
    return (int)
        running.values().stream().filter(worker -> storage.equals(worker.copyTarget())).count();
  }

  /** The running tasks of a type that work on something. */
  public List<Task> running(String type, String id) {
    return world.tasks().values().stream()
        .filter(task -> task.isRunning() && task.type().equals(type) && task.id().equals(id))
        .toList();
  }

  Scheduler scheduler() {
    return scheduler;
  }

  Locks locks() {
    return locks;
  }

  Instant now() {
    return world.now();
  }

  boolean passesTime() {
    return world.timeScale() > 0;
  }

  void ended(@Nullable Task task) {
    if (task != null && running.remove(task.upid()) != null) {
      world.activities().ends(task.type(), task.node());
    }
  }

  void copies(@Nullable String before, @Nullable String now) {
    if (before != null) {
      world.activities().ends(Activities.COPY, before);
    }
    if (now != null) {
      world.activities().begins(Activities.COPY, now);
    }
  }

  private Task newTask(Principal user, String host, String type, String id) {
    int pid = world.nextPid();
    long start = world.now().getEpochSecond();
    long ticks = start % 10_000_000 * 100;
    String upid =
        String.format(
            Locale.ROOT,
            "UPID:%s:%08X:%08X:%08X:%s:%s:%s:",
            host,
            pid,
            ticks,
            start,
            type,
            id,
            user.id());
    return new Task(
        new Task.Saved(upid, host, pid, ticks, start, type, id, user.id(), List.of(), null, 0));
  }

  private void forget() {
    Iterator<Task> oldest = world.tasks().values().iterator();
    while (world.tasks().size() > KEPT_TASKS && oldest.hasNext()) {
      @Nullable String exit = oldest.next().exitStatus();
      if (exit != null) {
        oldest.remove();
      }
    }
  }
}
