package io.github.talosforge.gradle;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The sample, away from the build that makes the plugin; {@link CloneTest} runs it beside. */
class SampleProjectTest {
  @Test
  void theSampleRunsOnWhatIsPublished(@TempDir Path folder) {
    TestBuild.withSample(folder)
        .remove("build.gradle")
        .remove("settings.gradle")
        .write("build.gradle.kts", TestBuild.sampleFile("build.gradle.kts"))
        .write("settings.gradle.kts", PublishedPlugin.settings());
    try {
      assertThat(RepositoryCopy.run(folder, "bootstrap"))
          .containsPattern("sample-worker-2  worker +3001  pve2  10\\.20\\.0\\.21  running")
          .contains("The cluster is healthy: 16 checks passed.")
          .contains("Wrote the kubeconfig build/talosforge/main/kubeconfig");
      assertThat(RepositoryCopy.run(folder, "bootstrap"))
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
      RepositoryCopy.run(folder, "stopSimulator");
    }
  }
}
