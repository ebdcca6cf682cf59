package io.github.talosforge.plan;

import io.github.talosforge.observe.ObservedGuest;
import io.github.talosforge.observe.RunningTask;
import java.util.List;
import java.util.Optional;

/** VMs that are just being made, or were when their maker died. */
final class Making {
  private Making() {}

  /**
   * Finds the task that makes a VM. A clone's task names only the source, so any clone that runs on
   * the host and may be seen counts.
   */
  static Optional<RunningTask> taskOf(ObservedGuest guest, List<RunningTask> tasks) {
    String lock = guest.currentLock().orElse("");
    return tasks.stream()
        .filter(task -> task.host().equals(guest.host()))
        .filter(
            task ->
                switch (task.type()) {
                  case "qmclone" -> lock.equals("clone");
                  case "qmcreate", "qmdestroy" -> task.subject().equals(guest.id().toString());
                  default -> false;
                })
        .findFirst();
  }

  /** Returns the sentence with the command that only root can run. */
  static String rootCommand(ObservedGuest guest) {
    return "If nobody is making it, run as root on "
        + guest.host()
        + ": qm unlock "
        + guest.id()
        + " && qm destroy "
        + guest.id()
        + " --destroy-unreferenced-disks 1 --purge 1";
  }
}
