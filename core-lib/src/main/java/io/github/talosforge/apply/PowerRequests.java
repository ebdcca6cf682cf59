package io.github.talosforge.apply;

import io.github.talosforge.observe.NodeVm;
import io.github.talosforge.plan.Change;
import io.github.talosforge.proxmox.ErrorKind;
import io.github.talosforge.proxmox.ProxmoxClient;
import io.github.talosforge.proxmox.ProxmoxException;
import io.github.talosforge.proxmox.TaskHandle;
import io.github.talosforge.proxmox.VmStatus;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Has a VM start or stop and waits until it really did. Under high availability the task ends as
 * soon as the wish is written down; the manager carries it out some seconds later, perhaps on
 * another host, or gives up.
 */
final class PowerRequests {
  private static final String REQUEST = "ha";
  private static final String GAVE_UP = "error";
  private static final long SHORTEST_PAUSE = Duration.ofMillis(50).toNanos();
  private static final long LONGEST_PAUSE = Duration.ofSeconds(2).toNanos();

  /** Somebody who waited so many pauses may wait one more. */
  private static final int PATIENCE = 4;

  private final ProxmoxClient client;
  private final Tasks tasks;
  private final VmGuard guard;

  PowerRequests(ProxmoxClient client, Tasks tasks, VmGuard guard) {
    this.client = client;
    this.tasks = tasks;
    this.guard = guard;
  }

  void start(Change change, NodeVm node, Supplier<TaskHandle> call) {
    request(change, node, call, true);
  }

  void stop(Change change, NodeVm node, Supplier<TaskHandle> call) {
    request(change, node, call, false);
  }

  private void request(Change change, NodeVm node, Supplier<TaskHandle> call, boolean running) {
    TaskHandle task = call.get();
    try {
      tasks.await(change, task);
    } catch (ProxmoxException e) {
      if (!isRequest(task) || !hasGivenUp(status(node))) {
        throw e;
      }
      forgive(node);
      tasks.run(change, call);
    }
    if (isRequest(task)) {
      follow(node, running);
    }
  }

  private static boolean isRequest(TaskHandle task) {
    return task.upid().type().startsWith(REQUEST);
  }

  private VmStatus status(NodeVm node) {
    return guard.begun(node).vm().status();
  }

  private static boolean hasGivenUp(VmStatus status) {
    return status.haState().filter(GAVE_UP::equals).isPresent();
  }

  /** A VM that the manager gave up on takes no wish until it was disabled. */
  private void forgive(NodeVm node) {
    client.highAvailability().resources().stream()
        .filter(resource -> resource.vmId() == node.vmId().value())
        .map(resource -> resource.inState("disabled"))
        .forEach(client.highAvailability()::update);
    awaitState(node, status -> !hasGivenUp(status), "did not take note that it shall disable ");
  }

  private void follow(NodeVm node, boolean running) {
    String verb = running ? "start " : "stop ";
    awaitState(
        node,
        status -> {
          if (status.isRunning() != running && hasGivenUp(status)) {
            throw new ChangeFailedException(
                "High availability could not "
                    + verb
                    + node.label()
                    + " and gave up.\nThe VM's last tasks say why; mend that and run again.");
          }
          return status.isRunning() == running;
        },
        "did not " + verb);
  }

  private void awaitState(NodeVm node, Predicate<VmStatus> reached, String failure) {
    long begin = System.nanoTime();
    while (!reached.test(status(node))) {
      requireQuorum(node);
      long waited = System.nanoTime() - begin;
      if (waited >= tasks.timeout().toNanos()) {
        throw new ChangeFailedException(
            "High availability "
                + failure
                + node.label()
                + " in time.\nLook at its state with: ha-manager status");
      }
      pause(Math.max(SHORTEST_PAUSE, Math.min(LONGEST_PAUSE, waited / PATIENCE)));
    }
  }

  /** Without quorum the manager does nothing, however long somebody waits. */
  private void requireQuorum(NodeVm node) {
    if (!isQuorate()) {
      throw new ChangeFailedException(
          "The Proxmox cluster has no quorum, so high availability does nothing about "
              + node.label()
              + ".\nBring its hosts back (pvecm status), then run again.");
    }
  }

  private boolean isQuorate() {
    try {
      return client.cluster().status().quorate();
    } catch (ProxmoxException e) {
      if (e.kind() == ErrorKind.PERMISSION) {
        return true;
      }
      throw e;
    }
  }

  private static void pause(long nanos) {
    try {
      boolean unused = new CountDownLatch(1).await(nanos, TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CancellationException("The run was interrupted");
    }
  }
}
