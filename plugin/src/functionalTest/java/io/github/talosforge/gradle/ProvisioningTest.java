package io.github.talosforge.gradle;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From two files to running VMs on a simulated Proxmox VE, and back to nothing. */
class ProvisioningTest {
  private static final String PLAN = "--plan=build/talosforge/main/plan.json";
  private static final String AUDIT = "--audit-file=log/audit.jsonl";
  private static final String RESULT = "build/talosforge/main/result.json";

  private static final String HELP =
      "    https://github.com/talosforge/talosforge/blob/main/docs/troubleshooting.md#";

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
    assertThat(TestBuild.problem(build.fail("applyMachineConfigs")))
        .contains("have no VM yet. Run provisionNodes first.")
        .endsWith(HELP + "order-of-tasks");
    build.runTwice("planCluster");
    assertThat(build.run("provisionNodes", PLAN, AUDIT).getOutput())
        .as("a plan holds although its templates were built meanwhile")
        .contains("sample-cp-1: create VM 2000 on pve1: done in")
        .containsPattern("sample-worker-2  worker +3001  pve2  10\\.20\\.0\\.21  running  \\d");
    assertThat(build.read("log/audit.jsonl"))
        .as("the tasks of one build share the file")
        .containsPattern(
            "/template\",\"outcome\":\"accepted\".*\"why\":\"buildTemplates: template/")
        .containsPattern("2000/status/start\".*\"upid\":\"UPID:.*\"why\":\"provision: create/");
    assertThat(TestBuild.problem(build.fail("statusCluster", "--audit-file=build")))
        .contains("The audit file build cannot be written: ");
    assertThat(build.read("build/talosforge/main/inventory.json"))
        .contains("\"vmid\" : 2000")
        .contains("\"vm_name\" : \"sample-cp-1\"")
        .contains("\"node\" : \"pve1\"")
        .contains("\"ip_address\" : \"10.20.0.10\"")
        .contains("\"mac_address\" : \"BC:24:11:");
    assertThat(build.read(RESULT)).containsPattern("\"sample-cp-1\",\\s+\"outcome\" : \"done\"");

    assertThat(build.runTwice("provisionNodes").getOutput())
        .contains("No changes: 5 nodes are as the files say.")
        .containsPattern("sample-worker-2  worker +3001  pve2  10\\.20\\.0\\.21  running  -");
    assertThat(build.read(RESULT))
        .contains("\"writes\" : 0")
        .contains("\"reads\" : 11")
        .containsPattern("\"sample-cp-1\",\\s+\"outcome\" : \"unchanged\"");
    build.runTwice("buildTemplate");

    build.change("nodes.yaml", "vm_memory: 16384", "vm_memory: 32768");
    assertThat(build.run("planCluster").getOutput()).contains("16384").contains("32768");
    build.change("nodes.yaml", "vm_memory: 32768", "vm_memory: 24576");
    assertThat(TestBuild.problem(build.fail("provisionNodes", PLAN)))
        .endsWith(
            "build/talosforge/main/plan.json: The saved plan no longer holds: its VMs or the values"
                + " that it writes are others by now. Nothing was done. Plan again and look at"
                + " it.\n"
                + HELP
                + "plan");
    assertThat(TestBuild.problem(build.fail("provisionNodes", "--plan=nodes.yaml")))
        .contains("nodes.yaml: This is no plan")
        .endsWith(HELP + "plan");
    assertThat(TestBuild.problem(build.fail("provisionNodes", "--plan=none.json")))
        .contains("The plan none.json cannot be read; planCluster writes plan.json.")
        .endsWith(HELP + "plan");
    assertThat(build.runTwice("statusCluster").getOutput())
        .contains("The live system differs from the files; planCluster shows how.");
    assertThat(TestBuild.problem(build.fail("planCluster", "--fail-on-drift")))
        .endsWith(
            "The live system differs from the files; provisionNodes brings it back.\n"
                + HELP
                + "plan");

    assertThat(TestBuild.problem(build.fail("destroyCluster")))
        .endsWith("Destroying cluster sample needs its name as confirmation: --confirm=sample");
    assertThat(build.runTwice("destroyCluster", "--confirm=sample").getOutput())
        .contains("No changes");
    assertThat(TestBuild.problem(build.fail("cleanTemplates", "--keep=0")))
        .endsWith(
            "Removing templates of cluster sample needs its name as confirmation:"
                + " --confirm=sample");
    assertThat(build.run("cleanTemplates", "--keep=0", "--images", "--confirm=sample").getOutput())
        .contains("template 9000: remove from pve1: done in")
        .contains("image local:import/talos-v1.12.4-");
    assertThat(build.run("cleanTemplates", "--keep=0", "--images", "--confirm=sample").getOutput())
        .contains("Configuration cache entry reused.")
        .contains("No changes");
  }
}
