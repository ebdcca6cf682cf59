package io.github.talosforge.gradle;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.simulator.Simulator;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.gradle.testkit.runner.GradleRunner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example of embedding runs with the page's build script on what is published. */
class EmbeddingTest {
  private static final Path USER_HOME = Path.of(System.getProperty("talosforge.gradleUserHome"));
  private static final List<String> CLASSES = List.of("Embedding", "PrintedProgress");

  @TempDir Path folder;

  @Test
  void theExampleMakesVmsAndDestroysThem() throws IOException {
    TestBuild build =
        TestBuild.withSample(folder)
            .remove("build.gradle")
            .write("build.gradle.kts", script())
            // A fixed address would be asked whether somebody has it, beyond this machine.
            .write("nodes.yaml", "nodes: [{name: cp-1, controller: true, address: dhcp}]\n");
    for (String name : CLASSES) {
      build.write(
          "src/main/java/" + name + ".java",
          TestBuild.repositoryFile("examples/embedding/" + name + ".java"));
    }
    try (Simulator proxmox = Simulator.builder().hosts(3).timeScale(0).start()) {
      build.write(
          "cluster.yaml",
          TestBuild.sampleFile("cluster.yaml")
              + "talos_factory_url: %s\n".formatted(proxmox.connection().factory()));
      String output =
          run(
              folder.toString(),
              proxmox.url(),
              proxmox.fingerprint(),
              proxmox.token().replace('=', ' '),
              "provision");
      assertThat(proxmox.inspect().vms()).as(output).hasSize(2);
      assertThat(build.read("report.html")).contains("<title>sample: Done");
      assertThat(
              run(
                  folder.toString(),
                  proxmox.url(),
                  proxmox.fingerprint(),
                  proxmox.token().replace('=', ' '),
                  "destroy sample"))
          .contains("cp-1: destroy VM");
      assertThat(proxmox.inspect().vms()).hasSize(1);
    }
  }

  /** The repository is the one that the build of these tests filled. */
  private static String script() throws IOException {
    String script =
        Snippet.of("docs/library.md").stream()
            .filter(snippet -> snippet.language().equals("kotlin"))
            .findFirst()
            .orElseThrow()
            .text();
    assertThat(script)
        .contains("core-lib:%s\"".formatted(System.getProperty("talosforge.publishedVersion")));
    return script.replace(
        "mavenLocal()",
        "maven { url = uri(\"%s\") }"
            .formatted(System.getProperty("talosforge.publishedRepository")));
  }

  private String run(String... arguments) {
    return GradleRunner.create()
        .withProjectDir(folder.toFile())
        .withTestKitDir(USER_HOME.toFile())
        .withArguments("run", "--args=" + String.join(" ", arguments), "--offline")
        .build()
        .getOutput();
  }
}
