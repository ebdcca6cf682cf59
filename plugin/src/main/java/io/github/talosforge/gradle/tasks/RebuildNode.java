package io.github.talosforge.gradle.tasks;

import io.github.talosforge.operation.Goal;
import org.gradle.api.provider.Property;
import org.gradle.api.tasks.Internal;
import org.gradle.api.tasks.UntrackedTask;
import org.gradle.api.tasks.options.Option;

/**
 * Makes the VM of one node anew around the disks that its data VM keeps, after the cluster's name
 * was said, and brings the node back into the cluster.
 */
@UntrackedTask(because = "The live system is not known to Gradle")
public abstract class RebuildNode extends ConfirmedTask {
  /**
   * Returns whether a protected VM may be rebuilt too.
   *
   * @return whether protection is lifted
   */
  @Internal
  @Option(option = "lift-protection", description = "Rebuilds a protected VM too.")
  public abstract Property<Boolean> getLiftProtection();

  @Override
  Goal goal() {
    return new Goal.Rebuild(selection(), allowsReboot(), getLiftProtection().getOrElse(false));
  }

  @Override
  boolean endsWithNodes() {
    return true;
  }
}
