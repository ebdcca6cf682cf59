package io.github.talosforge.gradle.tasks;

import io.github.talosforge.gradle.services.SharedSession;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.plan.Change;
import io.github.talosforge.plan.ImageChange;
import io.github.talosforge.plan.Plan;
import java.util.List;
import org.gradle.api.tasks.UntrackedTask;

/** Builds the templates that nodes are about to be cloned from. */
@UntrackedTask(because = "The live system is not known to Gradle")
public abstract class BuildTemplate extends TalosTask {
  @Override
  void machines(ClusterSpec cluster, SharedSession session) {
    Plan images = imagesOf(plan(session));
    if (images.isEmpty()) {
      refuseIfBlocked(images);
      getLogger().lifecycle("No template to build for cluster {}.", cluster.name());
    } else if (plansOnly()) {
      show(images, true);
    } else {
      apply(images, session);
    }
  }

  private static Plan imagesOf(Plan plan) {
    List<Change> images = List.copyOf(plan.changes(ImageChange.class));
    return new Plan(
        plan.cluster(),
        images,
        plan.findings(),
        List.of(),
        List.of(),
        List.of(),
        plan.tasks(),
        plan.unchanged(),
        plan.left(),
        plan.versions(),
        plan.digest());
  }
}
