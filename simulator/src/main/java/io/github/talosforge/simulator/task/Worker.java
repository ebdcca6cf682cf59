package io.github.talosforge.simulator.task;

import io.github.talosforge.simulator.api.ApiFailure;
import io.github.talosforge.simulator.world.Task;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A process that does one thing after the other. Steps that are added while a step runs come right
 * after it. A failing step ends the worker through its failure handler; a killed worker just stops
 * and leaves everything as it is.
 */
public final class Worker {
  private static final Duration ONE_SECOND = Duration.ofSeconds(1);

  private final Workers workers;
  private final @Nullable Task task;
  private final String host;
  private final Deque<Runnable> steps = new ArrayDeque<>();
  private final List<LockName> held = new ArrayList<>();
  private @Nullable List<Runnable> added;
  private @Nullable LockName awaited;
  private UnaryOperator<String> failure = message -> message;
  private String interruption = "received interrupt";
  private @Nullable ApiFailure cause;
  private @Nullable String copyTarget;
  private int warnings;
  private long turn;
  private boolean ended;

  Worker(Workers workers, @Nullable Task task, String host) {
    this.workers = workers;
    this.task = task;
    this.host = host;
  }

  /** Does something. */
  public void run(Runnable step) {
    if (added != null) {
      added.add(step);
    } else {
      steps.add(step);
    }
  }

  /** Lets time pass; the duration is one of the real thing. */
  public void pause(Duration real) {
    run(() -> suspend(real, this::resume));
  }

  /** Takes a lock, or fails in Proxmox' words when it stays taken. */
  public void lock(LockName lock, Duration timeout) {
    run(() -> take(lock, false, timeout));
  }

  /** Takes a lock together with others who only share it. */
  public void lockShared(LockName lock, Duration timeout) {
    run(() -> take(lock, true, timeout));
  }

  /** Lets go of a lock. */
  public void unlock(LockName lock) {
    run(
        () -> {
          held.remove(lock);
          workers.locks().release(lock, this);
        });
  }

  /** Holds a lock while something is done. */
  public void locked(LockName lock, Runnable step) {
    lock(lock, LockName.USUAL);
    run(step);
    unlock(lock);
  }

  /** Asks every second until something is so; whoever asks decides what a time-out means. */
  public void waitUntil(BooleanSupplier condition, Duration timeout) {
    run(
        () -> {
          if (!condition.getAsBoolean() && !timeout.isZero() && workers.passesTime()) {
            Duration step = timeout.compareTo(Duration.ofSeconds(1)) < 0 ? timeout : ONE_SECOND;
            pause(step);
            waitUntil(condition, timeout.minus(step));
          }
        });
  }

  /** Copies bytes with lines of progress, as qemu-img shows them. */
  public void copy(long bytes, Duration real) {
    copy("", bytes, real);
  }

  /** Copies bytes with lines of progress behind the name of a job. */
  public void copy(String job, long bytes, Duration real) {
    int parts = workers.passesTime() ? 20 : 1;
    run(() -> progress(job, 0, parts, bytes));
    for (int part = 1; part <= parts; part++) {
      int done = part;
      pause(real.dividedBy(parts));
      run(() -> progress(job, done, parts, bytes));
    }
  }

  private void progress(String job, int part, int parts, long bytes) {
    log(
        String.format(
            Locale.ROOT,
            job + "transferred %s of %s (%.2f%%)",
            Bytes.human(bytes * part / parts),
            Bytes.human(bytes),
            100.0 * part / parts));
  }

  /** Says which storage it fills, so that others can be slower for it; null when it is done. */
  public void copiesTo(@Nullable String storage) {
    workers.copies(copyTarget, storage);
    copyTarget = storage;
  }

  @Nullable String copyTarget() {
    return copyTarget;
  }

  /** Sets what cleans up after a failure or an interruption, and words it. */
  public void onFailure(UnaryOperator<String> handler) {
    failure = handler;
  }

  /** Sets how an interruption is worded from now on. */
  public void onInterruption(String text) {
    interruption = text;
  }

  /** Writes a line to the log. */
  public void log(String line) {
    if (task != null) {
      task.log().add(line);
    }
  }

  /** Writes a warning that the exit status counts. */
  public void warn(String text) {
    warnings++;
    log("WARN: " + text);
  }

  /** The id of the task; empty for a call that does its work itself. */
  public String upid() {
    return task == null ? "" : task.upid();
  }

  /** The host that it runs on. */
  public String host() {
    return host;
  }

  boolean ended() {
    return ended;
  }

  /** What a call that does its work itself failed with. */
  @Nullable ApiFailure cause() {
    return cause;
  }

  /** Runs until the end or until it has to wait. */
  void resume() {
    long mine = ++turn;
    while (!ended && turn == mine) {
      Runnable step = steps.poll();
      if (step == null) {
        end(warnings == 0 ? "OK" : "WARNINGS: " + warnings);
        return;
      }
      perform(step);
    }
  }

  private void perform(Runnable step) {
    List<Runnable> next = new ArrayList<>();
    added = next;
    try {
      step.run();
    } catch (ApiFailure e) {
      added = null;
      fail(e);
      return;
    }
    added = null;
    for (int i = next.size() - 1; i >= 0; i--) {
      steps.addFirst(next.get(i));
    }
  }

  private void suspend(Duration real, Runnable then) {
    if (!workers.passesTime() || real.isZero()) {
      return;
    }
    long mine = ++turn;
    workers
        .scheduler()
        .after(
            real,
            () -> {
              if (!ended && turn == mine) {
                then.run();
              }
            });
  }

  private void take(LockName lock, boolean shared, Duration timeout) {
    if (workers.locks().take(lock, shared, this)) {
      hold(lock);
      return;
    }
    if (!workers.passesTime()) {
      throw ApiFailure.died(lock.timeoutText());
    }
    awaited = lock;
    workers.locks().await(lock, shared, this);
    log("trying to acquire lock...");
    suspend(timeout, () -> timedOut(lock));
  }

  private void timedOut(LockName lock) {
    workers.locks().giveUp(lock, this);
    awaited = null;
    fail(ApiFailure.died(lock.timeoutText()));
  }

  void granted(LockName lock) {
    awaited = null;
    hold(lock);
    turn++;
    log(" OK");
    workers.scheduler().after(Duration.ZERO, this::resume);
  }

  private void hold(LockName lock) {
    if (!held.contains(lock)) {
      held.add(lock);
    }
  }

  /** What SIGTERM does: the worker cleans up and says so. */
  void interrupt() {
    if (!ended) {
      fail(ApiFailure.died(interruption));
    }
  }

  /** What SIGKILL does: nothing is cleaned up, only locks of the system are gone. */
  void kill() {
    if (!ended) {
      finish("unexpected status");
    }
  }

  private void fail(ApiFailure problem) {
    cause = problem;
    String text = failure.apply(ExitText.of(problem)).replace('\n', ' ').strip();
    if (problem.status() == 500) {
      cause = ApiFailure.died(text);
    }
    end(text);
  }

  private void end(String status) {
    boolean good = status.equals("OK") || status.startsWith("WARNINGS: ");
    log(good ? "TASK " + status : "TASK ERROR: " + status);
    finish(status);
  }

  private void finish(String status) {
    ended = true;
    steps.clear();
    if (awaited != null) {
      workers.locks().giveUp(awaited, this);
    }
    if (task != null) {
      task.end(status, workers.now().getEpochSecond());
    }
    copiesTo(null);
    workers.ended(task);
    List.copyOf(held).forEach(lock -> workers.locks().release(lock, this));
    held.clear();
  }
}
