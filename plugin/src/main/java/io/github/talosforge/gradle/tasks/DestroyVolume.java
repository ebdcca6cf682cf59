package io.github.talosforge.gradle.tasks;

import io.github.talosforge.gradle.report.ClusterFailure;
import io.github.talosforge.gradle.services.SharedSession;
import io.github.talosforge.plan.Plan;
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
  Plan planRemoval(SharedSession session) {
    String volume = getVolume().getOrElse("");
    if (!volume.matches("[A-Za-z0-9-]{1,34}")) {
      throw ClusterFailure.because(
          "--volume takes the name of one volume as the files called it, such as db; not '"
              + volume
              + "'");
    }
    return session.planVolumeDestruction(selection(), volume);
  }

  @Override
  String deed() {
    return "Destroying a volume of";
  }
}
