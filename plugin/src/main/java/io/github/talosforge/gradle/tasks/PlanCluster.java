package io.github.talosforge.gradle.tasks;

import io.github.talosforge.gradle.services.SharedRun;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.operation.OperationException;
import io.github.talosforge.plan.Plan;
import org.gradle.api.tasks.UntrackedTask;

/** Shows what would be done and writes it to {@code plan.json}. */
@UntrackedTask(because = "The live system is not known to Gradle")
public abstract class PlanCluster extends ProxmoxTask {
  @Override
  void work(ClusterSpec cluster, SharedRun shared) {
    Plan plan = shared.run().tell(shared.run().plan(selection(), allowsReboot()));
    show(plan, true);
    OperationException.refuseIfBlocked(plan);
    if (getFailOnDrift().get() && plan.differs()) {
      throw Trouble.PLAN.failure(
          plan.isEmpty()
              ? StatusCluster.ONLY_VERSIONS
              : "The live system differs from the files; %s brings it back."
                  .formatted(plan.vmsOnly().isEmpty() ? "applyMachineConfigs" : "provisionNodes"));
    }
  }
}
