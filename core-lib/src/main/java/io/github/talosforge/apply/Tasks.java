package io.github.talosforge.apply;

import io.github.talosforge.plan.Change;
import io.github.talosforge.proxmox.ErrorKind;
import io.github.talosforge.proxmox.ProxmoxClient;
import io.github.talosforge.proxmox.ProxmoxException;
import io.github.talosforge.proxmox.TaskHandle;
import io.github.talosforge.proxmox.TaskResult;
import io.github.talosforge.proxmox.TaskSummary;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Has Proxmox do something on behalf of a change and waits for the task. Once the run is stopped
 * nothing more is asked of Proxmox; a task that runs is awaited all the same.
 */
final class Tasks {
  /** Whenever one fails, somebody else got further; five runs at once have so many steps. */
  private static final int ATTEMPTS = 15;

  private final ProxmoxClient client;
  private final Duration timeout;
  private final BooleanSupplier stopped;
  private final ApplyLog log;

  Tasks(ProxmoxClient client, ApplyOptions options, ApplyLog log) {
    this.client = client;
    this.timeout = options.taskTimeout();
    this.stopped = options.stopped();
    this.log = log;
  }

  /** Makes a call that begins a task and waits for the task, unless the run was stopped. */
  void run(Change change, Supplier<TaskHandle> call) {
    refuseIfStopped();
    await(change, call.get());
  }

  /** Does so for a task that takes longer than others by some time. */
  void run(Change change, Supplier<TaskHandle> call, Duration more) {
    refuseIfStopped();
    await(change, call.get(), timeout.plus(more));
  }

  /** Makes a call that perhaps begins a task: Proxmox answers quick changes at once. */
  void runQuick(Change change, Supplier<Optional<TaskHandle>> call) {
    refuseIfStopped();
    call.get().ifPresent(task -> await(change, task));
  }

  /**
   * Repeats a read and the write that follows from it when somebody else wrote in between. Two runs
   * that make the same VM write the same, so that the second finds nothing left to do.
   */
  <T> T despiteOthers(Supplier<T> readAndWrite) {
    for (int attempt = 1; ; attempt++) {
      try {
        return readAndWrite.get();
      } catch (ProxmoxException e) {
        if (e.kind() != ErrorKind.MODIFIED || attempt == ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  /** Ends a change between two of its calls once the run was stopped. */
  void refuseIfStopped() {
    if (isStopped()) {
      throw new CancellationException("The run was stopped");
    }
  }

  /** Tells the user something about a change that went well otherwise. */
  void warn(Change change, String sentence) {
    log.warns(change, sentence);
  }

  /** How long one task of Proxmox may take. */
  Duration timeout() {
    return timeout;
  }

  boolean isStopped() {
    return stopped.getAsBoolean();
  }

  /** Waits for a task and passes its percents and warnings on. */
  void await(Change change, TaskHandle task) {
    await(change, task, timeout);
  }

  private void await(Change change, TaskHandle task, Duration patience) {
    if (log.wantsPercent()) {
      task.onProgress(
          progress ->
              progress.percent().ifPresent(percent -> log.progresses(change, (int) percent)));
    }
    TaskResult result = task.await(patience);
    if (result.hasWarnings()) {
      log.warns(
          change,
          "Proxmox counted "
              + result.warnings()
              + " warning(s) in the task "
              + result.upid()
              + "; its log has the texts.");
    }
  }

  /**
   * Waits for a running task of a host that somebody else, or an earlier call, began.
   *
   * @return whether there was one
   */
  boolean awaitRunning(Change change, String host, Predicate<TaskSummary> which) {
    return awaitRunning(change, host, which, Duration.ZERO);
  }

  /** Does so for a task that takes longer than others by some time. */
  boolean awaitRunning(Change change, String host, Predicate<TaskSummary> which, Duration more) {
    Optional<TaskSummary> found =
        client.host(host).tasks().stream().filter(TaskSummary::isRunning).filter(which).findFirst();
    found.ifPresent(task -> await(change, client.task(task.upid()), timeout.plus(more)));
    return found.isPresent();
  }
}
