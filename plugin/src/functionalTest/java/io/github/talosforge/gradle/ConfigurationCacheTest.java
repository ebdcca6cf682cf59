package io.github.talosforge.gradle;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.gradle.testkit.runner.BuildResult;
import org.gradle.testkit.runner.TaskOutcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every task runs from a stored configuration as it runs from the build script. */
class ConfigurationCacheTest {
  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"validateCluster", "explainNodes", "printRoleCommands"})
  void theSecondRunReusesTheConfiguration(String task) {
    BuildResult result = TestBuild.withSample(folder).runTwice(task);

    assertThat(result.task(":" + task).getOutcome()).isEqualTo(TaskOutcome.SUCCESS);
  }

  @Test
  void aChangeOfTheFilesIsSeenWithoutANewConfiguration() {
    TestBuild build = TestBuild.withSample(folder);
    build.runTwice("validateCluster");

    build.change("nodes.yaml", "vm_memory: 16384", "vm_memory: 32768");
    BuildResult result = build.run("validateCluster");

    assertThat(result.getOutput())
        .contains("Configuration cache entry reused.")
        .contains("sample-worker-2  worker         3001  pve2  10.20.0.21  4      32 GiB  40G");
  }
}
