package io.github.talosforge.gradle;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.gradle.testkit.runner.BuildResult;
import org.gradle.testkit.runner.TaskOutcome;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Projects side by side know nothing of each other. */
class MultiProjectTest {
  @TempDir Path folder;
  private TestBuild build;

  @BeforeEach
  void prepare() {
    build = TestBuild.in(folder).write("build.gradle", "");
    build.write("settings.gradle", "include 'attic', 'cellar'\n");
    for (String project : new String[] {"attic", "cellar"}) {
      build
          .sample(project + "/")
          .write(project + "/build.gradle", "plugins { id 'io.github.talosforge' }\n");
    }
  }

  @Test
  void eachProjectHasItsOwnClusterInParallel() {
    BuildResult result = build.runTwice("validateCluster", "--parallel");

    assertThat(result.task(":attic:validateCluster").getOutcome()).isEqualTo(TaskOutcome.SUCCESS);
    assertThat(result.task(":cellar:validateCluster").getOutcome()).isEqualTo(TaskOutcome.SUCCESS);
  }

  @Test
  void isolatedProjectsAreFine() {
    String output =
        build
            .run(
                "validateCluster",
                "-Dorg.gradle.unsafe.isolated-projects=true",
                "--configuration-cache-problems=warn")
            .getOutput();

    // A Gradle made from Maven artifacts configures projects from an initialization script.
    assertThat(output.lines().filter(line -> line.startsWith("- ")))
        .allMatch(line -> line.startsWith("- Initialization script "));
  }

  @Test
  void filesAreNamedFromTheRootOfTheBuild() {
    build.change("cellar/cluster.yaml", "node_cidr: 10.20.0.0/24", "node_cidr: 10.20.0.0/40");

    assertThat(TestBuild.problem(build.failTwice("validateCluster")))
        .startsWith(
            """
            Execution failed for task ':cellar:validateCluster'.
            > 1 error in cellar/cluster.yaml and cellar/nodes.yaml:
              cellar/cluster.yaml:13:12 error TF-VALUE-INVALID: 'node_cidr' takes \
            """);
  }
}
