package io.github.talosforge.gradle.tasks;

import io.github.talosforge.gradle.services.SharedRun;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.operation.Goal;
import io.github.talosforge.operation.Operation;
import io.github.talosforge.operation.OperationException;
import io.github.talosforge.operation.Result;
import io.github.talosforge.plan.Plan;
import org.gradle.api.tasks.UntrackedTask;

/** Builds the templates that nodes are about to be cloned from. */
@UntrackedTask(because = "The live system is not known to Gradle")
public abstract class BuildTemplate extends ProxmoxTask {
  @Override
  void work(ClusterSpec cluster, SharedRun shared) {
    Operation operation =
        shared.run().operation(new Goal.BuildTemplates(selection(), allowsReboot()));
    Plan plan = operation.plan();
    if (plan.isEmpty()) {
      OperationException.refuseIfBlocked(plan);
      getLogger().lifecycle("No template to build for cluster {}.", cluster.name());
    } else if (plansOnly()) {
      show(plan, true);
    } else {
      Result unused = stoppable(shared, operation::run);
    }
  }
}
