package io.github.talosforge.gradle.tasks;

import io.github.talosforge.gradle.report.ClusterFailure;
import io.github.talosforge.gradle.services.SharedSession;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.plan.Plan;
import org.gradle.api.tasks.UntrackedTask;

/** Shows what would be done and writes it to {@code plan.json}. */
@UntrackedTask(because = "The live system is not known to Gradle")
public abstract class PlanCluster extends TalosTask {
  @Override
  void machines(ClusterSpec cluster, SharedSession session) {
    Plan vms = plan(session);
    Plan plan =
        knownSecrets()
            .filter(secrets -> !vms.isBlocked())
            .map(secrets -> open(session, secrets).plan(vms))
            .orElse(vms);
    session.told(plan);
    show(plan, true);
    refuseIfBlocked(plan);
    if (getFailOnDrift().get() && !plan.isEmpty()) {
      throw ClusterFailure.because(
          "The live system differs from the files; %s brings it back."
              .formatted(vms.isEmpty() ? "applyMachineConfigs" : "provisionNodes"));
    }
  }
}
