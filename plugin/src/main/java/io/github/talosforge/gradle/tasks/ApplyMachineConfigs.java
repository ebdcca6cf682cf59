package io.github.talosforge.gradle.tasks;

import io.github.talosforge.operation.Goal;
import org.gradle.api.tasks.UntrackedTask;

/** Gives every node the machine configuration that the files describe. */
@UntrackedTask(because = "The live system is not known to Gradle")
public abstract class ApplyMachineConfigs extends MachineTask {
  @Override
  Goal goal() {
    return new Goal.Configure(selection(), allowsReboot());
  }
}
