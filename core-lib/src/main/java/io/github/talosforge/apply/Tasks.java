package io.github.talosforge.apply;

import io.github.talosforge.plan.Change;
import io.github.talosforge.proxmox.ProxmoxClient;
import io.github.talosforge.proxmox.TaskHandle;
import io.github.talosforge.proxmox.TaskResult;
import io.github.talosforge.proxmox.TaskSummary;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Begins tasks of Proxmox on behalf of changes, unless the run was stopped, and waits for them. */
final class Tasks {
  private final ProxmoxClient client;
  private final ApplyOptions options;
  private final ApplyLog log;

  Tasks(ProxmoxClient client, ApplyOptions options, ApplyLog log) {
    this.client = client;
    this.options = options;
    this.log = log;
  }

  /**
   * Ends a change between two of its tasks once the run was stopped. What was begun has ended by
   * then, and the next run goes on where this one was.
   */
  void refuseIfStopped() {
    if (options.stopped().getAsBoolean()) {
      throw new CancellationException();
    }
  }

  /** Begins a task and waits for it. */
  void run(Change change, Supplier<TaskHandle> call) {
    refuseIfStopped();
    await(change, call.get());
  }

  /** Begins a task and waits for it, if there is one: Proxmox answers quick changes at once. */
  void runIfAny(Change change, Supplier<Optional<TaskHandle>> call) {
    refuseIfStopped();
    call.get().ifPresent(task -> await(change, task));
  }

  /** Waits for a task and passes its percents and warnings on. */
  private void await(Change change, TaskHandle task) {
    if (log.wantsPercent()) {
      task.onProgress(
          progress ->
              progress.percent().ifPresent(percent -> log.progresses(change, (int) percent)));
    }
    TaskResult result = task.await(options.taskTimeout());
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
    Optional<TaskSummary> found =
        client.host(host).tasks().stream().filter(TaskSummary::isRunning).filter(which).findFirst();
    found.ifPresent(task -> await(change, client.task(task.upid())));
    return found.isPresent();
  }
}
