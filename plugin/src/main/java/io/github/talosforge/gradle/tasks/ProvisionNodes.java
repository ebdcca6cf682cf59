package io.github.talosforge.gradle.tasks;

import io.github.talosforge.gradle.report.ClusterFailure;
import io.github.talosforge.gradle.services.SharedSession;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.plan.Plan;
import java.io.File;
import org.gradle.api.tasks.UntrackedTask;
import org.gradle.api.tasks.options.Option;

/** Makes the nodes' VMs what the files say, and starts them. */
@UntrackedTask(because = "The live system is not known to Gradle")
public abstract class ProvisionNodes extends ProxmoxTask {
  /**
   * Takes {@code --plan}.
   *
   * @param file a plan file, from the root of the build
   */
  @Option(
      option = "plan",
      description = "Does what this file of planCluster says, and only while it still holds.")
  public void planFile(String file) {
    File absolute = getRootDirectory().get().getAsFile().toPath().resolve(file).toFile();
    options().give("plan", options().getPlan(), absolute.getPath());
  }

  @Override
  void work(ClusterSpec cluster, SharedSession session) {
    Plan plan = plan(session);
    show(plan, plansOnly());
    refuseIfBlocked(plan);
    if (plansOnly()) {
      return;
    }
    if (!plan.isEmpty()) {
      apply(plan, cluster, session);
    }
    showNodes(cluster, session, false);
  }

  private void apply(Plan plan, ClusterSpec cluster, SharedSession session) {
    try {
      apply(plan, session);
    } catch (ClusterFailure e) {
      showNodes(cluster, session, true);
      throw e;
    }
  }
}
