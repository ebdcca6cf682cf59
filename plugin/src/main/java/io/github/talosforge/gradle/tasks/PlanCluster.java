package io.github.talosforge.gradle.tasks;

import io.github.talosforge.gradle.services.SharedSession;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.plan.Plan;
import org.gradle.api.tasks.UntrackedTask;

/** Shows what would be done and writes it to {@code plan.json}. */
@UntrackedTask(because = "The live system is not known to Gradle")
public abstract class PlanCluster extends TalosTask {
  @Override
  void machines(ClusterSpec cluster, SharedSession session) {
    Plan plan = wholePlan(session);
    session.told(plan);
    show(plan, true);
    refuseIfBlocked(plan);
    if (getFailOnDrift().get() && plan.differs()) {
      throw Trouble.PLAN.failure(
          plan.isEmpty()
              ? StatusCluster.ONLY_VERSIONS
              : "The live system differs from the files; %s brings it back."
                  .formatted(plan.vmsOnly().isEmpty() ? "applyMachineConfigs" : "provisionNodes"));
    }
  }
}
