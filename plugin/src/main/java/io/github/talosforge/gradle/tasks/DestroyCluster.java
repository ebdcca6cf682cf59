package io.github.talosforge.gradle.tasks;

import io.github.talosforge.operation.Goal;
import org.gradle.api.tasks.UntrackedTask;

/**
 * Destroys the VMs of a cluster, after its name was said; templates and images are kept, and data
 * VMs unless their end is asked for too.
 */
@UntrackedTask(because = "The live system is not known to Gradle")
public abstract class DestroyCluster extends RemovalTask {
  @Override
  Goal goal() {
    return new Goal.Destroy(
        selection(), getLiftProtection().getOrElse(false), getWithData().getOrElse(false));
  }
}
