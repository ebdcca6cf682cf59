package io.github.talosforge.gradle.tasks;

import io.github.talosforge.gradle.report.ClusterFailure;
import io.github.talosforge.gradle.services.SharedSession;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.plan.Plan;
import org.gradle.api.tasks.UntrackedTask;

/** Shows the nodes as they are, and writes {@code status.json} and {@code inventory.json}. */
@UntrackedTask(because = "The live system is not known to Gradle")
public abstract class StatusCluster extends ProxmoxTask {
  @Override
  void work(ClusterSpec cluster, SharedSession session) {
    Plan plan = plan(session);
    boolean drift = !plan.isEmpty();
    showNodes(cluster, session, drift);
    if (drift) {
      getLogger().lifecycle("The live system differs from the files; planCluster shows how.");
    }
    if (drift && getFailOnDrift().get()) {
      throw ClusterFailure.because("The live system differs from the files.");
    }
  }
}
