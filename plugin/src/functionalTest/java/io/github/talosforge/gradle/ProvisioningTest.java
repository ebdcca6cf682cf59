package io.github.talosforge.gradle;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.gradle.testkit.runner.BuildResult;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From two files to running VMs on a simulated Proxmox VE, and back to nothing. */
class ProvisioningTest {
  private static final String RESULT = "build/talosforge/main/result.json";

  @TempDir Path folder;
  private TestBuild build;

  @BeforeEach
  void prepare() {
    build = TestBuild.withSample(folder).simulator("talosforgeSimulator { timeScale = 0 }\n");
  }

  @AfterEach
  void stop() {
    build.run("stopSimulator");
  }

  @Test
  void theWholeStory() {
    BuildResult first = build.run("provisionNodes");
    assertThat(first.getOutput())
        .contains("sample-cp-1: create VM 2000 on pve1: done in")
        .containsPattern("sample-worker-2  worker +3001  pve2  10\\.20\\.0\\.21  running");
    assertThat(build.read("build/talosforge/main/inventory.json"))
        .contains("\"vmid\" : 2000")
        .contains("\"vm_name\" : \"sample-cp-1\"")
        .contains("\"node\" : \"pve1\"")
        .contains("\"ip_address\" : \"10.20.0.10\"")
        .contains("\"mac_address\" : \"BC:24:11:");

    BuildResult second = build.run("provisionNodes");
    assertThat(second.getOutput()).contains("Configuration cache entry reused.");
    assertThat(build.read(RESULT)).contains("\"writes\" : 0").contains("\"reads\" : 8");

    build.change("nodes.yaml", "vm_memory: 16384", "vm_memory: 32768");
    assertThat(build.run("planCluster").getOutput()).contains("16384").contains("32768");
    build.change("nodes.yaml", "vm_memory: 32768", "vm_memory: 24576");
    assertThat(
            TestBuild.problem(
                build.fail("provisionNodes", "--plan=build/talosforge/main/plan.json")))
        .endsWith(
            "The plan build/talosforge/main/plan.json no longer holds: the files or the live"
                + " system changed since. Run planCluster again.");
    assertThat(build.run("statusCluster").getOutput())
        .contains("The live system differs from the files; planCluster shows how.");
    assertThat(TestBuild.problem(build.fail("planCluster", "--fail-on-drift")))
        .endsWith("The live system differs from the files; provisionNodes brings it back.");

    assertThat(TestBuild.problem(build.fail("destroyCluster")))
        .endsWith("Destroying cluster sample needs its name as confirmation: --confirm=sample");
    assertThat(build.run("destroyCluster", "--confirm=sample").getOutput())
        .containsPattern("sample-cp-1 .*missing");
  }
}
