package io.github.talosforge.gradle;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OptionsTest {
  @TempDir Path folder;

  @Test
  void nodesAreChosenByGlobs() {
    assertThat(
            TestBuild.withSample(folder)
                .run("explainNodes", "--node=*-cp-*", "--node=*-1", "--exclude=*-cp-1", "-q")
                .getOutput()
                .lines()
                .filter(line -> !line.startsWith(" ")))
        .containsExactly("sample-cp-2:", "sample-cp-3:", "sample-worker-1:");
  }

  @Test
  void aGlobWithoutAnyNodeIsAMistake() {
    assertThat(
            TestBuild.problem(
                TestBuild.withSample(folder).failTwice("explainNodes", "--node=wrk-1")))
        .isEqualTo(
            """
            Execution failed for task ':explainNodes'.
            > No node is called 'wrk-1'; the nodes are sample-cp-1, sample-cp-2, sample-cp-3, \
            sample-worker-1, sample-worker-2\
            """);
  }

  @Test
  void anUnknownReleaseIsRefused() {
    assertThat(
            TestBuild.problem(
                TestBuild.withSample(folder).failTwice("printRoleCommands", "--pve=7")))
        .isEqualTo(
            """
            Execution failed for task ':printRoleCommands'.
            > '7' is not a Proxmox VE release that is known: expected 8 or 9\
            """);
  }
}
