package io.github.talosforge.gradle;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the README promises to those who have cloned this repository and nothing else. */
class CloneTest {
  @TempDir static Path folder;
  private static Path clone;

  @BeforeAll
  static void copy() throws IOException {
    clone = RepositoryCopy.in(folder.resolve("talosforge")).folder();
  }

  @Test
  void theFirstCommandLeadsToAHealthyClusterAndItsReport() throws IOException {
    assertThat(Snippet.of("README.md").get(0).text())
        .isEqualTo("./gradlew -p sample-project bootstrap\n");
    Path sample = clone.resolve("sample-project");
    try {
      assertThat(RepositoryCopy.run(sample, "bootstrap"))
          .containsPattern("sample-worker-2  worker +3001  pve2  10\\.20\\.0\\.21  running")
          .contains("The cluster is healthy: 16 checks passed.");
    } finally {
      RepositoryCopy.run(sample, "stopSimulator");
    }
    String report = "sample-project/build/talosforge/main/report.html";
    assertThat(TestBuild.repositoryFile("README.md")).contains("`" + report + "`");
    assertThat(clone.resolve(report)).content().contains("<title>sample: Done");
  }

  @Test
  void whatIsPublishedLocallyIsAppliedByItsIdElsewhere() throws IOException {
    List<String> shown = NewcomerTest.SNIPPETS.stream().map(Snippet::text).toList();
    assertThat(shown.get(0)).isEqualTo("./gradlew publishToMavenLocal\n");
    String mavenLocal = "-Dmaven.repo.local=" + folder.resolve("m2");
    RepositoryCopy.run(clone, "publishToMavenLocal", mavenLocal);

    Path homelab = Files.createDirectory(folder.resolve("homelab"));
    Files.writeString(homelab.resolve("settings.gradle.kts"), shown.get(1));
    Files.writeString(homelab.resolve("build.gradle.kts"), shown.get(2));
    for (String file : List.of("cluster.yaml", "nodes.yaml")) {
      Files.writeString(homelab.resolve(file), TestBuild.sampleFile(file));
    }
    assertThat(RepositoryCopy.run(homelab, "validateCluster", mavenLocal))
        .contains("Cluster sample is valid: 3 control planes and 2 workers")
        .contains("sample-worker-2  worker         3001  pve2  10.20.0.21  4      16 GiB  40G");
  }
}
