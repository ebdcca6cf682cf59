package io.github.talosforge.gradle;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.simulator.auth.AccessControl;
import io.github.talosforge.simulator.journal.RecordedCall;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.gradle.testkit.runner.BuildResult;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is left over is listed by one task, and removed by another after the cluster was named. */
class LeftoversTest {
  private static final String STATUS = "build/talosforge/main/status.json";
  private static final String REMOVABLE = "Left over, to be removed by removeLeftovers:";
  private static final String KEPT = "Left over, but removeLeftovers leaves it alone:";
  private static final String DISK = ", extra_disks: [{size: 8G}]";
  private static final String WORKER = "\n  - {name: sample-worker-1, vm_id: 3000}";
  private static final String NODES =
      "nodes:\n  - {name: sample-cp-1, controller: true, vm_id: 2000, proxmox_node: pve1%s}%s\n";

  @TempDir Path folder;
  private final SimulatedProxmox proxmox = new SimulatedProxmox();
  private TestBuild build;

  @BeforeEach
  void prepare() {
    build =
        TestBuild.withSample(folder)
            .script(proxmox.block())
            .environment("PROXMOX_VE_API_TOKEN", proxmox.simulator.token());
  }

  @AfterEach
  void stop() {
    proxmox.close();
  }

  private String detached() {
    build.write("nodes.yaml", NODES.formatted(DISK, ""));
    build.run("provisionNodes");
    build.change("nodes.yaml", DISK, "");
    build.run("provisionNodes", "--allow-reboot");
    return proxmox.simulator.inspect().vm(2000).orElseThrow().config().get("unused0");
  }

  @Test
  void aDetachedDiskIsListedAndGoesAfterTheClusterWasNamed() {
    String volume = detached();
    String words = "sample-cp-1: remove an unused volume of VM 2000 on pve1: " + volume;

    assertThat(build.run("statusCluster").getOutput()).contains(REMOVABLE + "\n  " + words);
    assertThat(build.read(STATUS)).contains(words);

    proxmox.protect(2000, true);
    assertThat(build.run("statusCluster").getOutput())
        .contains(KEPT + "\n  Volume " + volume)
        .contains("the VM is protected. Unless somebody needs it, run qm set 2000 --protection 0")
        .doesNotContain(REMOVABLE);
    assertThat(build.read(STATUS)).contains(volume, "the VM is protected");
    proxmox.protect(2000, false);

    long mark = proxmox.simulator.journal().count();
    BuildResult refused = build.fail("removeLeftovers");
    assertThat(refused.getOutput()).contains(volume, "removed for ever");
    assertThat(TestBuild.problem(refused))
        .endsWith(
            "Removing the leftovers of cluster sample needs its name as confirmation:"
                + " --confirm=sample");
    assertThat(proxmox.writesSince(mark)).extracting(RecordedCall::path).isEmpty();

    assertThat(build.run("removeLeftovers", "--confirm=sample").getOutput())
        .contains("sample-cp-1: remove an unused volume of VM 2000 on pve1: done in");
    assertThat(proxmox.simulator.inspect().volumes())
        .noneMatch(stored -> stored.volid().equals(volume));
    assertThat(build.run("statusCluster").getOutput()).doesNotContain("Left over", volume);
    assertThat(build.read(STATUS)).containsPattern("\"leftovers\" : \\[ ?\\]");
  }

  @Test
  void whoCannotLookIsToldSo() {
    build.write("nodes.yaml", NODES.formatted("", ""));
    build.run("provisionNodes");
    assertThat(build.run("statusCluster").getOutput()).doesNotContain("not looked for");

    build.environment("PROXMOX_VE_API_TOKEN", tokenForOneVm());
    assertThat(build.run("statusCluster").getOutput())
        .contains("Leftovers were not looked for among volumes")
        .contains("lack VM.Audit on /vms");
    assertThat(build.read(STATUS)).contains("Leftovers were not looked for among volumes");

    build.environment("PROXMOX_VE_API_TOKEN", proxmox.simulator.token());
    build.change("cluster.yaml", "disk_size: 20", "disk_size: 11");
    assertThat(build.run("statusCluster").getOutput())
        .contains("Leftovers were not looked for: the plan has errors, which planCluster shows.");
    assertThat(build.read(STATUS)).doesNotContain("\"leftovers\"");
  }

  private String tokenForOneVm() {
    AccessControl access = proxmox.simulator.access();
    access.user("forge@pve", "forge");
    Stream.of("/vms/2000", "/storage", "/sdn", "/nodes")
        .forEach(path -> access.grant(path, "forge@pve", "Administrator"));
    return access.token("forge@pve!ci");
  }

  @Test
  void dataOfANodeThatNobodyNamesIsListedAndGoesByTheWordsThatAreShown() {
    build.write(
        "cluster.yaml",
        TestBuild.sampleFile("cluster.yaml") + "\ndata_vm: true\nephemeral_size: 20G\n");
    build.write("nodes.yaml", NODES.formatted("", WORKER));
    build.run("bootstrap");
    build.run("removeNode", "--node=sample-worker-1", "--confirm=sample-worker-1");
    build.change("nodes.yaml", WORKER, "");

    String words = "'sample-worker-1-data' on pve";
    String shown = "removeNode --with-data --node=sample-worker-1 --plan-only shows it";
    assertThat(build.run("statusCluster").getOutput())
        .contains(KEPT + "\n  VM 30000 " + words)
        .contains(shown);
    assertThat(build.read(STATUS)).contains("VM 30000 " + words, shown);

    String[] destroy = {"removeNode", "--with-data", "--node=sample-worker-1", ""};
    destroy[3] = "--plan-only";
    assertThat(build.run(destroy).getOutput()).contains("sample-worker-1-data", "1 to destroy");
    destroy[3] = "--confirm=sample-worker-1";
    assertThat(build.run(destroy).getOutput())
        .contains("sample-worker-1-data: destroy VM 30000 on pve");
    assertThat(build.run("statusCluster").getOutput()).doesNotContain(words);
    assertThat(proxmox.simulator.inspect().vm(30000)).isEmpty();
  }
}
