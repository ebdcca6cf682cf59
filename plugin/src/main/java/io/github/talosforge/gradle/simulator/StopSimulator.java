package io.github.talosforge.gradle.simulator;

import org.gradle.api.DefaultTask;
import org.gradle.api.file.DirectoryProperty;
import org.gradle.api.tasks.Internal;
import org.gradle.api.tasks.TaskAction;
import org.gradle.api.tasks.UntrackedTask;

/** Stops the simulator, if it runs. */
@UntrackedTask(because = "Whether the simulator runs is known only when the task runs")
public abstract class StopSimulator extends DefaultTask {
  /**
   * Returns where the simulator lives.
   *
   * @return the folder
   */
  @Internal
  public abstract DirectoryProperty getFolder();

  /** Stops the simulator. */
  @TaskAction
  public void stop() {
    boolean stopped = new SimulatorFolder(getFolder().get().getAsFile().toPath()).stop();
    getLogger().lifecycle(stopped ? "Simulator stopped" : "No simulator runs");
  }
}
