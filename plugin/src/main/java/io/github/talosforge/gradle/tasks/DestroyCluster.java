package io.github.talosforge.gradle.tasks;

import io.github.talosforge.gradle.services.SharedSession;
import io.github.talosforge.plan.Plan;
import org.gradle.api.provider.Property;
import org.gradle.api.tasks.Internal;
import org.gradle.api.tasks.UntrackedTask;
import org.gradle.api.tasks.options.Option;

/** Destroys the VMs of a cluster, after its name was said; templates and images are kept. */
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

  @Override
  Plan planRemoval(SharedSession session) {
    return session.planDestruction(selection(), getLiftProtection().getOrElse(false));
  }

  @Override
  String deed() {
    return "Destroying";
  }
}
