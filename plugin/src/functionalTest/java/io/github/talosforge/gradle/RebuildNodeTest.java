package io.github.talosforge.gradle;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node's VM is made anew, and what its data VM keeps is there before and after. */
class RebuildNodeTest {
  @TempDir Path folder;
  private TestBuild build;

  @BeforeEach
  void prepare() {
    build = TestBuild.withSample(folder).simulator("talosforgeSimulator { timeScale = 0 }\n");
    build.write(
        "cluster.yaml",
        TestBuild.sampleFile("cluster.yaml") + "\ndata_vm: true\nephemeral_size: 20G\n");
  }

  @AfterEach
  void stop() {
    build.run("stopSimulator");
  }

  @Test
  void theNodeComesBackToTheSameCluster() {
    build.run("bootstrap");

    assertThat(TestBuild.problem(build.fail("rebuildNode", "--confirm=sample")))
        .contains("TF-REBUILD-ONE-BY-ONE");
    assertThat(TestBuild.problem(build.fail("rebuildNode", "--node=sample-cp-1")))
        .endsWith(
            "Rebuilding a node of cluster sample needs its name as confirmation:"
                + " --confirm=sample");
    assertThat(build.run("rebuildNode", "--node=sample-cp-1", "--confirm=sample").getOutput())
        .contains("sample-cp-1: take the data disks off VM 2000 on pve1: done in")
        .contains("sample-cp-1: destroy VM 2000 on pve1: done in")
        .contains("sample-cp-1: create VM 2000 on pve1: done in");
    assertThat(build.read("build/talosforge/main/report.html"))
        .contains("takes no new pods", "gets its configuration");
    build.run("healthCluster");
    assertThat(build.run("provisionNodes").getOutput()).contains("No changes");

    assertThat(build.run("destroyCluster", "--confirm=sample").getOutput())
        .contains("TF-DATA-VM-KEPT");
    assertThat(build.run("destroyCluster", "--with-data", "--confirm=sample").getOutput())
        .contains("sample-cp-1-data: destroy VM 20000 on pve1: done in");
    assertThat(TestBuild.problem(build.fail("-q", "healthCluster")))
        .contains("The cluster is not healthy: 16 of 16 checks failed. The first of them:\n")
        .contains("[--] etcd is healthy on all control planes", "sample-cp-1: it has no VM");
  }

  @Test
  void withoutSecretsNoConfiguredNodeIsRebuilt() throws IOException {
    build.run("bootstrap");
    Path secrets = build.folder().resolve("secrets.yaml");
    Path elsewhere = Files.move(secrets, build.folder().resolve("elsewhere.yaml"));

    for (String node : new String[] {"sample-cp-1", "sample-worker-1"}) {
      assertThat(TestBuild.problem(build.fail("rebuildNode", "--node=" + node, "--confirm=sample")))
          .contains(node + " must not be rebuilt without the cluster's secrets")
          .contains("Put the file back at secrets.yaml");
    }

    Files.move(elsewhere, secrets);
    build.run("healthCluster");
    assertThat(build.run("provisionNodes").getOutput()).contains("No changes");

    build.change("cluster.yaml", "cluster_uid: sample-", "cluster_uid: other-");
    assertThat(TestBuild.problem(build.fail("healthCluster")))
        .contains("secrets.yaml holds the secrets of another cluster", "nothing was changed");
  }

  @Test
  void aNodeThatNeverGotAConfigurationIsRebuiltWithoutSecrets() {
    build.run("provisionNodes");

    assertThat(build.run("rebuildNode", "--node=sample-worker-1", "--confirm=sample").getOutput())
        .contains("sample-worker-1: create VM");
  }
}
