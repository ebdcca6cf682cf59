package io.github.talosforge.gradle;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.gradle.testkit.runner.BuildResult;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The simulator is a process that builds start, find again and stop. */
class SimulatorTest {
  private static final String OUTPUT = "build/talosforge/simulator/output";

  @TempDir Path folder;
  private TestBuild build;

  @BeforeEach
  void prepare() {
    build = TestBuild.withSample(folder).simulator("");
  }

  @AfterEach
  void stop() {
    build.run("stopSimulator");
  }

  @Test
  void aLaterBuildFindsItAgainAndARestartChangesNothing() {
    assertThat(build.run("startSimulator").getOutput()).contains("Simulated Proxmox VE started at");
    String connection = build.read(OUTPUT);

    BuildResult second = build.run("startSimulator");
    assertThat(second.getOutput())
        .contains("Configuration cache entry reused.")
        .contains("Simulated Proxmox VE found running at https://127.0.0.1:");

    assertThat(build.run("stopSimulator").getOutput()).contains("Simulator stopped");
    assertThat(build.run("stopSimulator").getOutput())
        .contains("Configuration cache entry reused.")
        .contains("No simulator runs");
    build.run("startSimulator");

    assertThat(build.read(OUTPUT)).as("port, token and fingerprint").isEqualTo(connection);
  }

  @Test
  void anotherWishStartsItAnewOnTheSameState() {
    build.run("startSimulator");
    String connection = build.read(OUTPUT);

    build.simulator("talosforgeSimulator { idleLimit = '5m' }\n");

    assertThat(build.run("startSimulator").getOutput()).contains("Simulated Proxmox VE started at");
    assertThat(build.read(OUTPUT)).isEqualTo(connection);
  }

  @Test
  void aSimulatorThatCannotStartSaysWhy() {
    build.simulator("talosforgeSimulator { personality = '7.4' }\n");

    assertThat(TestBuild.problem(build.fail("startSimulator")))
        .startsWith(
            "Execution failed for task ':startSimulator'.\n> The simulator ended at once: ");
  }
}
