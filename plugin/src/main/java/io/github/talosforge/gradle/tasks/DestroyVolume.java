package io.github.talosforge.gradle.tasks;

import io.github.talosforge.operation.Goal;
import org.gradle.api.provider.Property;
import org.gradle.api.tasks.Internal;
import org.gradle.api.tasks.UntrackedTask;
import org.gradle.api.tasks.options.Option;

/**
 * Deletes the data of one volume that the files no longer name and that nobody uses, after the
 * cluster's name was said.
 */
@UntrackedTask(because = "The live system is not known to Gradle")
public abstract class DestroyVolume extends ConfirmedTask {
  /**
   * Returns the volume whose data goes.
   *
   * @return its name, as the files called it
   */
  @Internal
  @Option(option = "volume", description = "The volume, as the files called it.")
  public abstract Property<String> getVolume();

  @Override
  Goal goal() {
    return new Goal.DestroyVolume(selection(), getVolume().getOrElse(""));
  }
}
