package io.github.talosforge.gradle.tasks;

import io.github.talosforge.operation.Goal;
import java.io.File;
import org.gradle.api.tasks.UntrackedTask;
import org.gradle.api.tasks.options.Option;

/** Makes the nodes' VMs what the files say, and starts them. */
@UntrackedTask(because = "The live system is not known to Gradle")
public abstract class ProvisionNodes extends OperationTask {
  /**
   * Takes {@code --plan}.
   *
   * @param file a plan file, from the root of the build
   */
  @Option(
      option = "plan",
      description = "Does what this file of planCluster says, and only while it still holds.")
  public void planFile(String file) {
    File absolute = getRootDirectory().get().getAsFile().toPath().resolve(file).toFile();
    options().give("plan", options().getPlan(), absolute.getPath());
  }

  @Override
  Goal goal() {
    return new Goal.Provision(selection(), allowsReboot());
  }

  @Override
  boolean endsWithNodes() {
    return true;
  }
}
