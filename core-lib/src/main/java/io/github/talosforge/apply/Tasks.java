package io.github.talosforge.apply;

import io.github.talosforge.plan.Change;
import io.github.talosforge.proxmox.ProxmoxClient;
import io.github.talosforge.proxmox.TaskHandle;
import io.github.talosforge.proxmox.TaskResult;
import io.github.talosforge.proxmox.TaskSummary;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Predicate;

/** Waits for tasks of Proxmox on behalf of changes. */
final class Tasks {
  private final ProxmoxClient client;
  private final Duration timeout;
  private final ApplyLog log;

  Tasks(ProxmoxClient client, Duration timeout, ApplyLog log) {
    this.client = client;
    this.timeout = timeout;
    this.log = log;
  }

  /** Waits for a task and passes its percents and warnings on. */
  void await(Change change, TaskHandle task) {
    if (log.wantsPercent()) {
      task.onProgress(
          progress ->
              progress.percent().ifPresent(percent -> log.progresses(change, (int) percent)));
    }
    TaskResult result = task.await(timeout);
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

  /** Waits for a task, if there is one: Proxmox answers quick changes at once. */
  void await(Change change, Optional<TaskHandle> task) {
    task.ifPresent(handle -> await(change, handle));
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
