package io.github.talosforge.gradle.tasks;

import org.gradle.api.provider.Property;
import org.gradle.api.tasks.Internal;
import org.gradle.api.tasks.options.Option;
import org.gradle.work.DisableCachingByDefault;

/** A task that destroys VMs of nodes. */
@DisableCachingByDefault(because = "Only what its kinds do is known")
public abstract class RemovalTask extends ConfirmedTask {
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
}
