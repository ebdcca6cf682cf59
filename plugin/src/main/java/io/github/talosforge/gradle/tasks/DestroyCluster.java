package io.github.talosforge.gradle.tasks;

import io.github.talosforge.gradle.services.SharedSession;
import io.github.talosforge.plan.Plan;
import org.gradle.api.provider.Property;
import org.gradle.api.tasks.Internal;
import org.gradle.api.tasks.UntrackedTask;
import org.gradle.api.tasks.options.Option;

/**
 * Destroys the VMs of a cluster, after its name was said; templates and images are kept, and data
 * VMs unless their end is asked for too.
 */
@UntrackedTask(because = "The live system is not known to Gradle")
public abstract class DestroyCluster extends ConfirmedTask {
  /**
   * Returns whether protected VMs may be destroyed too.
   *
   * @return whether protection is lifted
   */
  @Internal
  @Option(option = "lift-protection", description = "Destroys protected VMs too.")
  public abstract Property<Boolean> getLiftProtection();

  /**
   * Returns whether data VMs are destroyed too, with all that they keep.
   *
   * @return whether the data goes
   */
  @Internal
  @Option(option = "with-data", description = "Destroys data VMs too, with all their data.")
  public abstract Property<Boolean> getWithData();

  @Override
  Plan planRemoval(SharedSession session) {
    return session.planDestruction(
        selection(), getLiftProtection().getOrElse(false), getWithData().getOrElse(false));
  }

  @Override
  String deed() {
    return "Destroying";
  }
}
