package io.github.talosforge.gradle.tasks;

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
    boolean nothingToDo = plan.isEmpty() || plansOnly();
    show(plan, nothingToDo);
    refuseIfBlocked(plan);
    if (nothingToDo) {
      return;
    }
    try {
      apply(plan, session);
    } finally {
      showNodes(cluster, session, false);
    }
  }
}
