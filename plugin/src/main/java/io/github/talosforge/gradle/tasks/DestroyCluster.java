package io.github.talosforge.gradle.tasks;

import io.github.talosforge.gradle.report.ClusterFailure;
import io.github.talosforge.gradle.services.SharedSession;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.plan.Plan;
import java.util.List;
import org.gradle.api.provider.Property;
import org.gradle.api.tasks.Internal;
import org.gradle.api.tasks.UntrackedTask;
import org.gradle.api.tasks.options.Option;

/** Destroys the VMs of a cluster, after its name was said; templates and images are kept. */
@UntrackedTask(because = "The live system is not known to Gradle")
public abstract class DestroyCluster extends ProxmoxTask {
  /**
   * Takes {@code --confirm}.
   *
   * @param clusters names of clusters that may be destroyed
   */
  @Option(option = "confirm", description = "The cluster_name of the cluster to destroy.")
  public void confirm(List<String> clusters) {
    options().give("confirm", options().getConfirmations(), clusters);
  }

  /**
   * Returns whether protected VMs may be destroyed too.
   *
   * @return whether protection is lifted
   */
  @Internal
  @Option(option = "lift-protection", description = "Destroys protected VMs too.")
  public abstract Property<Boolean> getLiftProtection();

  @Override
  void work(ClusterSpec cluster, SharedSession session) {
    String name = cluster.name().toString();
    Plan plan = session.planDestruction(selection(), getLiftProtection().getOrElse(false));
    boolean nothingToDo = plan.isEmpty() || plansOnly();
    show(plan, nothingToDo);
    refuseIfBlocked(plan);
    if (nothingToDo) {
      return;
    }
    if (!options().getConfirmations().get().contains(name)) {
      throw ClusterFailure.because(
          "Destroying cluster %1$s needs its name as confirmation: --confirm=%1$s".formatted(name));
    }
    apply(plan, session);
    showNodes(cluster, session, false);
  }
}
