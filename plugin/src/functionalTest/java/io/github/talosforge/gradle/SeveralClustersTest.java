package io.github.talosforge.gradle;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.gradle.testkit.runner.BuildResult;
import org.gradle.testkit.runner.TaskOutcome;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tasks without a cluster's name stand for all clusters and hand their options down. */
class SeveralClustersTest {
  @TempDir Path folder;
  private TestBuild build;

  @BeforeEach
  void prepare() {
    build =
        TestBuild.in(folder)
            .sample("clusters/prod/")
            .sample("lab/")
            .script(
                """
                talosforge {
                  clusters {
                    register('prod')
                    register('lab') {
                      clusterFile = file('lab/cluster.yaml')
                      nodesFile = file('lab/nodes.yaml')
                    }
                  }
                }
                """);
  }

  @Test
  void theTaskWithoutANameRunsThoseOfAllClusters() {
    BuildResult result = build.runTwice("validateCluster");

    assertThat(result.task(":validateClusterProd").getOutcome()).isEqualTo(TaskOutcome.SUCCESS);
    assertThat(result.task(":validateClusterLab").getOutcome()).isEqualTo(TaskOutcome.SUCCESS);
    assertThat(result.task(":validateCluster").getOutcome()).isEqualTo(TaskOutcome.SKIPPED);
  }

  @Test
  void oneClustersTaskRunsAlone() {
    BuildResult result = build.runTwice("validateClusterLab");

    assertThat(result.getTasks()).hasSize(1);
  }

  @Test
  void anOptionOfTheTaskWithoutANameReachesEachCluster() {
    String output = build.runTwice("explainNodes", "--node=*-cp-2").getOutput();

    assertThat(output.split("\nsample-cp-2:\n", -1)).hasSize(3);
    assertThat(output).doesNotContain("sample-cp-1:");
  }

  @Test
  void anOptionOfOneClusterLeavesTheOthersAlone() {
    String output =
        build.runTwice("explainNodesProd", "--node=sample-cp-1", "explainNodesLab").getOutput();

    assertThat(output.split("\nsample-cp-1:\n", -1)).hasSize(3);
    assertThat(output.split("\nsample-cp-2:\n", -1)).hasSize(2);
  }

  @Test
  void mistakesNameTheFileOfTheCluster() {
    build.change("lab/nodes.yaml", "vm_id: 2000", "vm_idd: 2000");

    assertThat(TestBuild.problem(build.failTwice("validateCluster")))
        .isEqualTo(
            """
            Execution failed for task ':validateClusterLab'.
            > 1 error in lab/cluster.yaml and lab/nodes.yaml:
              lab/nodes.yaml:7:5 error TF-KEY-UNKNOWN: 'vm_idd' is no key of a node.
                → Did you mean 'vm_id'?
                  https://github.com/talosforge/talosforge/blob/main/docs/findings/files.md#tf-key-unknown\
            """);
  }
}
