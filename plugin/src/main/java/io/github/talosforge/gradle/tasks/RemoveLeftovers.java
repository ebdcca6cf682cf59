package io.github.talosforge.gradle.tasks;

import io.github.talosforge.operation.Goal;
import org.gradle.api.tasks.UntrackedTask;

/** Removes what nodes and earlier runs left behind, after the cluster's name was said. */
@UntrackedTask(because = "The live system is not known to Gradle")
public abstract class RemoveLeftovers extends ConfirmedTask {
  @Override
  Goal goal() {
    return new Goal.RemoveLeftovers();
  }
}
