package io.github.talosforge.apply;

import io.github.talosforge.plan.Change;
import io.github.talosforge.plan.NodeVm;
import io.github.talosforge.proxmox.TaskHandle;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Waits until a VM really started or stopped. Under high availability the task ends as soon as the
 * wish is written down; the manager carries it out some seconds later, perhaps on another host.
 */
final class PowerRequests {
  private static final String REQUEST = "ha";
  private static final Duration PAUSE = Duration.ofSeconds(1);

  private final Tasks tasks;
  private final VmGuard guard;

  PowerRequests(Tasks tasks, VmGuard guard) {
    this.tasks = tasks;
    this.guard = guard;
  }

  void await(Change change, NodeVm node, TaskHandle task, boolean running) {
    tasks.await(change, task);
    if (task.upid().type().startsWith(REQUEST)) {
      follow(node, running);
    }
  }

  private void follow(NodeVm node, boolean running) {
    long end = System.nanoTime() + tasks.timeout().toNanos();
    while (guard.begun(node).vm().status().isRunning() != running) {
      if (System.nanoTime() - end >= 0) {
        throw new ChangeFailedException(
            "High availability did not "
                + (running ? "start " : "stop ")
                + node.label()
                + " in time.\nLook at its state with: ha-manager status");
      }
      pause();
    }
  }

  private static void pause() {
    try {
      boolean unused = new CountDownLatch(1).await(PAUSE.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CancellationException("The run was interrupted");
    }
  }
}
