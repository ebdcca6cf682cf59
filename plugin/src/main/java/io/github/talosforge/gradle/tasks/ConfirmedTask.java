package io.github.talosforge.gradle.tasks;

import io.github.talosforge.gradle.services.SharedSession;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.plan.Plan;
import java.util.List;
import org.gradle.api.tasks.options.Option;
import org.gradle.work.DisableCachingByDefault;

/** A task that destroys something, and only after the cluster's name was said. */
@DisableCachingByDefault(because = "Only what its kinds do is known")
public abstract class ConfirmedTask extends TalosTask {
  /**
   * Takes {@code --confirm}.
   *
   * @param clusters names of clusters that may lose something
   */
  @Option(option = "confirm", description = "The cluster_name, to confirm that this may go.")
  public void confirm(List<String> clusters) {
    options().give("confirm", options().getConfirmations(), clusters);
  }

  /** Plans what goes. */
  abstract Plan planRemoval(SharedSession session);

  /** Says in a few words what this does to a cluster, such as {@code Destroying}. */
  abstract String deed();

  @Override
  void machines(ClusterSpec cluster, SharedSession session) {
    Plan plan = planRemoval(session);
    boolean nothingToDo = plan.isEmpty() || plansOnly();
    show(plan, nothingToDo);
    refuseIfBlocked(plan);
    if (!nothingToDo) {
      requireConfirmation(cluster, deed());
      apply(plan, session);
      showNodes(cluster, session, false);
    }
  }
}
