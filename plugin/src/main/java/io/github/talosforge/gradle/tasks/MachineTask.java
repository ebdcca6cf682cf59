package io.github.talosforge.gradle.tasks;

import io.github.talosforge.gradle.services.SharedRun;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.operation.Goal;
import io.github.talosforge.operation.Operation;
import io.github.talosforge.operation.Result;
import org.gradle.work.DisableCachingByDefault;

/** A task about the machines inside of VMs that are there; planCluster plans for it. */
@DisableCachingByDefault(because = "Only what its kinds do is known")
public abstract class MachineTask extends KubeconfigTask {
  /** Says what is wanted. */
  abstract Goal goal();

  @Override
  void work(ClusterSpec cluster, SharedRun shared) {
    if (!plansOnly()) {
      Operation operation = shared.run().operation(goal());
      Result result = stoppable(shared, operation::run);
      console(shared).outcomes(result.machines());
      done(shared);
    }
  }

  /** Does what is left when the goal is reached. */
  void done(SharedRun shared) {}
}
