package io.github.talosforge.gradle.simulator;

import io.github.talosforge.gradle.report.ClusterFailure;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import org.gradle.api.DefaultTask;
import org.gradle.api.file.ConfigurableFileCollection;
import org.gradle.api.file.DirectoryProperty;
import org.gradle.api.provider.Property;
import org.gradle.api.tasks.Classpath;
import org.gradle.api.tasks.Input;
import org.gradle.api.tasks.Internal;
import org.gradle.api.tasks.TaskAction;
import org.gradle.api.tasks.UntrackedTask;

/** Starts a simulator that outlives the build, unless it runs already. */
@UntrackedTask(because = "Whether the simulator runs is known only when the task runs")
public abstract class StartSimulator extends DefaultTask {
  private static final String MAIN = "io.github.talosforge.simulator.cli.Main";

  /**
   * Returns the simulator with all it needs.
   *
   * @return the class path
   */
  @Classpath
  public abstract ConfigurableFileCollection getClasspath();

  /**
   * Returns how many hosts the cluster has.
   *
   * @return the number
   */
  @Input
  public abstract Property<Integer> getHosts();

  /**
   * Returns the release that the cluster behaves like.
   *
   * @return {@code 8.4}, {@code 9.1} or {@code 9.2}
   */
  @Input
  public abstract Property<String> getPersonality();

  /**
   * Returns what simulated durations are multiplied with.
   *
   * @return the factor
   */
  @Input
  public abstract Property<Number> getTimeScale();

  /**
   * Returns after how long without a call the simulator ends.
   *
   * @return the time
   */
  @Input
  public abstract Property<String> getIdleLimit();

  /**
   * Returns where the simulator lives.
   *
   * @return the folder
   */
  @Internal
  public abstract DirectoryProperty getFolder();

  /** Starts the simulator, or finds it. */
  @TaskAction
  public void start() {
    SimulatorFolder folder = new SimulatorFolder(getFolder().get().getAsFile().toPath());
    try {
      boolean started = folder.start(command(folder.state()));
      String url = folder.connection().map(connection -> connection.value("url")).orElse("?");
      getLogger()
          .lifecycle("Simulated Proxmox VE {} at {}", started ? "started" : "found running", url);
    } catch (IllegalStateException | UncheckedIOException e) {
      throw ClusterFailure.because(String.valueOf(e.getMessage()));
    }
  }

  private List<String> command(Path state) {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-Xmx256m",
        "-cp",
        getClasspath().getAsPath(),
        MAIN,
        "--json",
        "--state",
        state.toString(),
        "--hosts",
        getHosts().get().toString(),
        "--personality",
        getPersonality().get(),
        "--time-scale",
        getTimeScale().get().toString(),
        "--idle-limit",
        getIdleLimit().get());
  }
}
