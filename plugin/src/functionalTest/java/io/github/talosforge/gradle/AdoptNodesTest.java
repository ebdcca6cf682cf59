package io.github.talosforge.gradle;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.simulator.journal.RecordedCall;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A VM of somebody else's becomes a node: first the difference, then the marks, nothing else. */
class AdoptNodesTest {
  private static final String LATER = "Once they are nodes, provisionNodes would do this:";
  private static final String UNWRITTEN = "Nothing was written. To put the marks on:";

  @TempDir Path folder;
  private final SimulatedProxmox proxmox = new SimulatedProxmox();
  private TestBuild build;

  @BeforeEach
  void prepare() {
    build =
        TestBuild.withSample(folder)
            .script(proxmox.block())
            .environment("PROXMOX_VE_API_TOKEN", proxmox.simulator.token())
            .write(
                "nodes.yaml", "nodes:\n  - {name: sample-cp-1, controller: true, vm_id: 2000}\n");
  }

  @AfterEach
  void stop() {
    proxmox.close();
  }

  private Map<String, String> config() {
    return proxmox.simulator.inspect().vm(2000).orElseThrow().config();
  }

  /** Takes all marks off the node's VM, as if somebody else had made it. */
  private void estrange() {
    proxmox.edit(
        2000,
        vm -> {
          vm.config().put("name", "old-master");
          vm.config().put("tags", "prod");
          vm.config().put("description", "made by hand");
          vm.config().put("smbios1", "uuid=11111111-2222-3333-4444-555555555555");
          vm.config().put("cores", "3");
        });
  }

  @Test
  void theDifferenceIsShownFirstAndOnlyMarksAreWritten() {
    build.run("provisionNodes");
    estrange();
    Map<String, String> before = Map.copyOf(config());
    long mark = proxmox.simulator.journal().count();

    String shown = build.run("adoptNodes", "--vm=old-master=sample-cp-1").getOutput();
    assertThat(shown)
        .contains("becomes a node of this cluster", "old-master → sample-cp-1")
        .contains(UNWRITTEN + " --confirm=sample");
    String later =
        shown.substring(shown.indexOf(LATER) + LATER.length(), shown.indexOf(UNWRITTEN)).strip();
    assertThat(later).contains("cores", "3 → 4");
    assertThat(proxmox.writesSince(mark)).extracting(RecordedCall::path).isEmpty();
    assertThat(config()).isEqualTo(before);

    assertThat(build.run("adoptNodes", "--vm=2000=sample-cp-1", "--confirm=sample").getOutput())
        .contains(later)
        .doesNotContain(UNWRITTEN);
    assertThat(proxmox.writesSince(mark)).hasSize(1);
    assertThat(config())
        .containsEntry("name", "sample-cp-1")
        .containsEntry("tags", "prod;talosforge;talosforge-sample")
        .containsEntry("cores", "3");
    assertThat(build.run("planCluster").getOutput()).contains(later);

    assertThat(build.run("adoptNodes", "--vm=2000=sample-cp-1").getOutput())
        .contains("No changes")
        .doesNotContain(LATER);
  }

  @Test
  void aClusterWithoutAUidIsToldWhereToGetOne() {
    build.change("cluster.yaml", "cluster_uid: sample-7f3a90c2", "");
    assertThat(TestBuild.problem(build.fail("adoptNodes", "--vm=2000=sample-cp-1")))
        .contains("The cluster file has no cluster_uid yet; planCluster proposes one.")
        .endsWith("docs/troubleshooting.md#order-of-tasks");
  }
}
