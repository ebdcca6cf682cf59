package io.github.talosforge.gradle;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.gradle.testkit.runner.BuildResult;
import org.gradle.testkit.runner.GradleRunner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The sample, beside the build that makes the plugin and away from it. */
class SampleProjectTest {
  private static final Path SAMPLE =
      Path.of(System.getProperty("talosforge.repository"), "sample-project");
  private static final Path USER_HOME = Path.of(System.getProperty("talosforge.gradleUserHome"));

  @Test
  void theSampleIncludesTheBuildThatMakesThePlugin() {
    assertThat(run(SAMPLE, "validateCluster"))
        .contains("Cluster sample is valid: 3 control planes and 2 workers")
        .contains("sample-worker-2  worker         3001  pve2  10.20.0.21  4      16 GiB  40G");
    assertThat(run(SAMPLE, "validateCluster")).contains("Cluster sample is valid");
  }

  @Test
  void theSampleRunsOnWhatIsPublished(@TempDir Path folder) {
    TestBuild.withSample(folder)
        .remove("build.gradle")
        .remove("settings.gradle")
        .write("build.gradle.kts", TestBuild.sampleFile("build.gradle.kts"))
        .write("settings.gradle.kts", PublishedPlugin.settings());
    try {
      assertThat(run(folder, "bootstrap"))
          .containsPattern("sample-worker-2  worker +3001  pve2  10\\.20\\.0\\.21  running")
          .contains("The cluster is healthy: 16 checks passed.")
          .contains("Wrote the kubeconfig build/talosforge/main/kubeconfig");
      assertThat(run(folder, "bootstrap"))
          .contains("No changes: 5 nodes are as the files say.")
          .contains("No changes: 5 nodes have the machine configuration that the files describe.")
          .contains("The kubeconfig is still good: build/talosforge/main/kubeconfig");
      assertThat(folder.resolve("build/talosforge/main/result.json"))
          .content()
          .contains("\"writes\" : 0,")
          .contains("\"changingRpcs\" : 0,");
      assertThat(folder.resolve("secrets.yaml")).exists();
      assertThat(folder.resolve(".gitignore")).content().contains("/secrets.yaml");
    } finally {
      run(folder, "stopSimulator");
    }
  }

  private static String run(Path folder, String task) {
    // The real user home holds what the build of the plugin needs; nothing is downloaded.
    BuildResult result =
        GradleRunner.create()
            .withProjectDir(folder.toFile())
            .withTestKitDir(USER_HOME.toFile())
            .withArguments(task, "--offline", "--warning-mode=all")
            .build();
    return result.getOutput();
  }
}
