package io.github.talosforge.gradle;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.gradle.testkit.runner.BuildResult;
import org.gradle.testkit.runner.GradleRunner;
import org.junit.jupiter.api.Test;

/** The sample as it stands: a build that includes this repository's. */
class SampleProjectTest {
  private static final Path SAMPLE =
      Path.of(System.getProperty("talosforge.repository"), "sample-project");
  private static final Path USER_HOME = Path.of(System.getProperty("talosforge.gradleUserHome"));

  @Test
  void theSampleIncludesTheBuildThatMakesThePlugin() {
    assertThat(run("validateCluster").getOutput())
        .contains("Cluster sample is valid: 3 control planes and 2 workers")
        .contains("sample-worker-2  worker         3001  pve2  10.20.0.21  4      16 GiB  40G");
    assertThat(run("validateCluster").getOutput()).contains("Cluster sample is valid");
  }

  private static BuildResult run(String... arguments) {
    String[] all = new String[arguments.length + 2];
    System.arraycopy(arguments, 0, all, 0, arguments.length);
    all[arguments.length] = "--offline";
    all[arguments.length + 1] = "--warning-mode=all";
    // The real user home holds what the build of the plugin needs; nothing is downloaded.
    return GradleRunner.create()
        .withProjectDir(SAMPLE.toFile())
        .withTestKitDir(USER_HOME.toFile())
        .withArguments(all)
        .build();
  }
}
