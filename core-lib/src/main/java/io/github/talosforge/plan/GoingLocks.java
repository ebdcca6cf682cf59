package io.github.talosforge.plan;

import io.github.talosforge.finding.Finding;
import io.github.talosforge.finding.FindingReport;
import io.github.talosforge.observe.NodeVm;
import io.github.talosforge.observe.ObservedCluster;
import io.github.talosforge.observe.ObservedGuest;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Finds VMs that are to go and are locked, by a backup for example. Proxmox neither stops nor
 * destroys them before the lock is gone, and by then their nodes would have left the cluster.
 */
public final class GoingLocks {
  /** A VM that sleeps on disk is destroyed as it is, but its disks cannot be taken off it. */
  private static final String ASLEEP = "suspended";

  private final Set<NodeVm> changed;

  private GoingLocks(Plan plan) {
    changed =
        plan.changes(ReleaseDisks.class).stream().map(ReleaseDisks::vm).collect(Collectors.toSet());
  }

  /**
   * Looks at the VMs that a plan destroys.
   *
   * @param plan the plan
   * @param observed the live system
   * @return an error for each VM that is locked
   */
  public static FindingReport of(Plan plan, ObservedCluster observed) {
    GoingLocks locks = new GoingLocks(plan);
    List<Finding> findings =
        plan.changes(DestroyVm.class).stream()
            .flatMap(end -> locks.finding(end, observed).stream())
            .toList();
    return FindingReport.of(findings);
  }

  private Optional<Finding> finding(DestroyVm end, ObservedCluster observed) {
    boolean untouched = !end.protectedNow() && !changed.contains(end.vm());
    return observed
        .guest(end.vm().vmId())
        .flatMap(
            guest ->
                guest
                    .currentLock()
                    .filter(lock -> !(untouched && lock.equals(ASLEEP)))
                    .map(lock -> finding(guest, lock)));
  }

  private static Finding finding(ObservedGuest guest, String lock) {
    return PlanFinding.GOING_VM_LOCKED.finding(
        guest.label()
            + " is locked ("
            + lock
            + "), and until that ended Proxmox neither changes nor destroys it.",
        lock.equals(ASLEEP)
            ? "Resume it first: qm resume " + guest.id()
            : "Run again when the "
                + lock
                + " ended. If none runs any more, run as root on "
                + guest.host()
                + ": qm unlock "
                + guest.id());
  }
}
