package io.github.talosforge.gradle.tasks;

import io.github.talosforge.operation.Goal;
import org.gradle.api.tasks.UntrackedTask;

/** Waits until Talos answers on every node, in maintenance mode or configured. */
@UntrackedTask(because = "The live system is not known to Gradle")
public abstract class WaitForTalos extends MachineTask {
  @Override
  Goal goal() {
    return new Goal.AwaitTalos(selection());
  }
}
