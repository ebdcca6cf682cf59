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
  void aChoiceOfNothingNamesTheNodes() {
    assertThat(TestBuild.problem(TestBuild.withSample(folder).fail("explainNodes", "--exclude=*")))
        .endsWith(
            "--node and --exclude leave no node to work on; the nodes are sample-cp-1, sample-cp-2,"
                + " sample-cp-3, sample-worker-1, sample-worker-2");
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

  @Test
  void wrongValuesAreRefusedBeforeAnythingRuns() {
    TestBuild build = TestBuild.withSample(folder);

    assertThat(TestBuild.problem(build.fail("planCluster", "--timeout=soon")))
        .isEqualTo(
            "--timeout: 'soon' is not a time: expected a whole number and s, m or h,"
                + " such as 90s or 1h");
    assertThat(TestBuild.problem(build.fail("planCluster", "--max-parallel=0")))
        .isEqualTo("--max-parallel takes a whole number from 1 to 999, not '0'");
    assertThat(
            TestBuild.problem(build.fail("planCluster", "--node=a", "statusCluster", "--node=b")))
        .isEqualTo(
            "--node holds for all tasks of a cluster, but is given as '[a]' and as '[b]';"
                + " give it once");
  }
}
