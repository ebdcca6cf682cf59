package io.github.talosforge.gradle;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The data of a volume goes by a word of its own, when the files no longer name the volume. */
class DestroyVolumeTest {
  private static final String NAMED = "volumes: {db: {type: disk, size: 2G}}";

  @TempDir Path folder;
  private TestBuild build;

  @BeforeEach
  void prepare() {
    build = TestBuild.withSample(folder).simulator("talosforgeSimulator { timeScale = 0 }\n");
    build.write(
        "cluster.yaml",
        TestBuild.sampleFile("cluster.yaml")
            + "\ndata_vm: true\nephemeral_size: 20G\n"
            + NAMED
            + "\n");
  }

  @AfterEach
  void stop() {
    build.run("stopSimulator");
  }

  @Test
  void aDetachedVolumeIsDestroyedAfterItsClusterWasNamed() {
    String node = "--node=sample-worker-1";
    build.run("provisionNodes");

    assertThat(TestBuild.problem(build.fail("destroyVolume", node)))
        .contains("--volume takes the name of one volume");
    assertThat(TestBuild.problem(build.fail("destroyVolume", node, "--volume=db")))
        .contains("TF-VOLUME-STILL-WANTED", "provisionNodes --allow-reboot");
    build.change("cluster.yaml", NAMED, "volumes: {}");
    assertThat(TestBuild.problem(build.fail("destroyVolume", node, "--volume=db")))
        .contains("TF-DATA-IN-USE", "VM 3000 'sample-worker-1' on pve1 as scsi2");
    build.run("provisionNodes", "--allow-reboot");
    assertThat(build.run("planCluster").getOutput())
        .contains("destroyVolume --node=sample-worker-1 --volume=db");

    assertThat(build.run("destroyVolume", node, "--volume=db", "--plan-only", "--json").getOutput())
        .contains("\"kind\" : \"destroy-volume\"", "vm-30000-volume-db");
    assertThat(TestBuild.problem(build.fail("destroyVolume", node, "--volume=db")))
        .endsWith(
            "Destroying a volume of cluster sample needs its name as confirmation:"
                + " --confirm=sample");
    assertThat(build.run("destroyVolume", node, "--volume=db", "--confirm=sample").getOutput())
        .contains("sample-worker-1-data: destroy a volume of VM 30000 on pve1: done in");
    assertThat(build.read("build/talosforge/main/result.json")).contains("destroy-volume");
    assertThat(build.read("build/talosforge/main/report.html")).contains("vm-30000-volume-db");
    assertThat(TestBuild.problem(build.fail("destroyVolume", node, "--volume=db")))
        .contains("TF-VOLUME-UNKNOWN", "keeps no volume db");
    assertThat(build.run("provisionNodes").getOutput()).contains("No changes");
  }
}
