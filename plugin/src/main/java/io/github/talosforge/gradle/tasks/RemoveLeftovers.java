package io.github.talosforge.gradle.tasks;

import io.github.talosforge.gradle.services.SharedSession;
import io.github.talosforge.plan.Plan;
import org.gradle.api.tasks.UntrackedTask;

/** Removes what nodes and earlier runs left behind, after the cluster's name was said. */
@UntrackedTask(because = "The live system is not known to Gradle")
public abstract class RemoveLeftovers extends ConfirmedTask {
  @Override
  Plan planRemoval(SharedSession session) {
    return session.told(session.planLeftovers());
  }

  @Override
  String deed() {
    return "Removing the leftovers of";
  }
}
