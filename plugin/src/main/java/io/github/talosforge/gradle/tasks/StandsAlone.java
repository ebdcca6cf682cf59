package io.github.talosforge.gradle.tasks;

import org.gradle.api.Task;
import org.gradle.api.specs.Spec;

/** Holds for tasks that have a cluster of their own. */
public final class StandsAlone implements Spec<Task> {
  @Override
  public boolean isSatisfiedBy(Task task) {
    return task instanceof ClusterTask cluster && cluster.getAlone().get();
  }
}
