package io.github.talosforge.gradle.tasks;

import io.github.talosforge.gradle.report.LookedAt;
import io.github.talosforge.gradle.services.SharedRun;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.operation.Goal;
import io.github.talosforge.operation.Operation;
import io.github.talosforge.operation.OperationException;
import io.github.talosforge.operation.Result;
import io.github.talosforge.plan.Plan;
import org.gradle.work.DisableCachingByDefault;

/** A task that has an operation of the library reach a goal: shown first, then carried out. */
@DisableCachingByDefault(because = "Only what its kinds do is known")
public abstract class OperationTask extends ProxmoxTask {
  /** Says what is wanted. */
  abstract Goal goal();

  /** Tells whether the nodes are shown in the end though nothing was to be done to VMs. */
  boolean endsWithNodes() {
    return false;
  }

  @Override
  void work(ClusterSpec cluster, SharedRun shared) {
    Operation operation = shared.run().operation(goal());
    Plan plan = operation.plan();
    boolean showsNodes = endsWithNodes() || !plan.isEmpty();
    show(plan, plansOnly() || !showsNodes);
    if (plansOnly()) {
      OperationException.refuseIfBlocked(plan);
      return;
    }
    Result result;
    try {
      result = stoppable(shared, operation::run);
    } catch (OperationException e) {
      if (endsWithNodes() && e.kind() == OperationException.Kind.UNFINISHED) {
        showNodes(cluster, shared, LookedAt.vms(/* drift= */ true));
      }
      throw e;
    }
    console(shared).outcomes(result.machines());
    if (showsNodes) {
      showNodes(cluster, shared, LookedAt.vms(/* drift= */ false));
    }
  }
}
