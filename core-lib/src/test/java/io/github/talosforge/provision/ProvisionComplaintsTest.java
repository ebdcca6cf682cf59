package io.github.talosforge.provision;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.ClusterSession;
import io.github.talosforge.apply.ApplyLog;
import io.github.talosforge.apply.ApplyOptions;
import io.github.talosforge.apply.ApplyResult;
import io.github.talosforge.apply.Outcome;
import io.github.talosforge.plan.NodeSelection;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.simulator.Simulator;
import io.github.talosforge.simulator.fault.CallPattern;
import io.github.talosforge.simulator.fault.Fault;
import io.github.talosforge.simulator.fault.FaultRule;
import io.github.talosforge.simulator.fault.Occurrence;
import io.github.talosforge.simulator.inspect.VmState;
import io.github.talosforge.simulator.journal.RecordedCall;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What users of other tools complain about, on the whole way; the numbers are of the list. */
class ProvisionComplaintsTest {
  private static final String CLONE = "/nodes/{node}/qemu/{vmid}/clone";
  private static final String PENDING = "/nodes/{node}/qemu/{vmid}/pending";
  private static final String DOWNLOAD = "/nodes/{node}/storage/{storage}/download-url";
  private static final String SECURE = "talos_secureboot: true\nproxmox_vm_defaults: {tpm: true}\n";
  private static final String ONE =
      """
      nodes:
        - {name: cp-1, controller: true, proxmox_node: pve1}
      """;

  private static SimulatedCluster one() {
    return SimulatedCluster.start().nodes(ONE);
  }

  private static void complete(ApplyResult result) {
    assertThat(result.complete()).as(result.ended(Outcome.Ending.FAILED).toString()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "can't lock file '/var/lock/qemu-server/lock-9000.conf' - got timeout",
        "cfs-lock 'storage-local-zfs' error: got lock request timeout"
      })
  void complaint02_lockTimeOutsWhileManyAreMadeAtOnceAreWaitedOut(String text) {
    try (SimulatedCluster cluster = SimulatedCluster.start()) {
      cluster
          .simulator
          .faults()
          .add(
              FaultRule.on(CallPattern.of("POST", CLONE))
                  .occurrence(new Occurrence(1, 5, 2))
                  .failsBefore(500, text));

      complete(cluster.provision());

      assertThat(cluster.nodes()).hasSize(5);
      assertThat(cluster.simulator.inspect().orphans()).isEmpty();
    }
  }

  @Test
  void complaint06_noGuestAgentIsWaitedFor() {
    try (SimulatedCluster cluster = one()) {
      complete(cluster.provision());
      assertThat(cluster.plan().changes()).isEmpty();

      assertThat(cluster.simulator.journal().calls())
          .noneMatch(call -> call.template().contains("/agent"));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"clone: full", "clone: linked", "provision: import", "provision: iso"})
  void complaint08_theFirstRunGivesTheSizesThatTheFilesSay(String how) {
    try (SimulatedCluster cluster = one().cluster(how + "\n")) {
      cluster.nodes(ONE.replace("pve1}", "pve1, vm_cores: 6, vm_memory: 9000, vm_disk_size: 77G}"));

      complete(cluster.provision());

      Map<String, String> config = vm(cluster).config();
      assertThat(config).containsEntry("cores", "6").containsEntry("memory", "9000");
      assertThat(config.get("scsi0")).contains("size=77G");
      assertThat(vm(cluster).pending()).isEmpty();
    }
  }

  @Test
  void complaint13_destroyingStopsFirstAndAwaitsBoth() {
    Simulator slow = Simulator.builder().hosts(3).timeScale(0.02).start();
    try (SimulatedCluster cluster = new SimulatedCluster(slow).nodes(ONE)) {
      complete(cluster.provision());
      long mark = slow.journal().count();

      complete(cluster.destroy());

      // The stop is not a shutdown: Talos without an agent would keep it waiting.
      List<String> writes =
          slow.journal().since(mark).stream()
              .filter(RecordedCall::isWrite)
              .map(call -> call.method() + " " + call.template())
              .toList();
      assertThat(writes)
          .containsExactly(
              "POST /nodes/{node}/qemu/{vmid}/status/stop", "DELETE /nodes/{node}/qemu/{vmid}");
      assertThat(slow.journal().since(mark)).allMatch(call -> call.status() < 600);
      assertThat(cluster.nodes()).isEmpty();
      assertThat(slow.inspect().orphans()).isEmpty();
    }
  }

  @Test
  void complaint15_nothingNeedsAShellOnTheHost() {
    try (SimulatedCluster cluster = one()) {
      complete(cluster.provision());

      assertThat(cluster.simulator.journal().writes())
          .noneMatch(call -> call.parameters().containsKey("cicustom"))
          .noneMatch(call -> call.parameters().containsKey("args"))
          .noneMatch(call -> call.template().endsWith("/upload"));
    }
  }

  @Test
  void complaint16_theImageIsOfAKindThatProxmoxReads() {
    try (SimulatedCluster cluster = one()) {
      complete(cluster.provision());

      assertThat(cluster.simulator.journal().callsTo("POST " + DOWNLOAD))
          .singleElement()
          .satisfies(
              call ->
                  assertThat(call.parameters())
                      .containsEntry("content", "import")
                      .doesNotContainKey("compression")
                      .hasEntrySatisfying(
                          "url", url -> assertThat(url).endsWith("/nocloud-amd64.qcow2"))
                      .hasEntrySatisfying("filename", name -> assertThat(name).endsWith(".qcow2")));
    }
  }

  @Test
  void complaint17_aFixedAddressComesWithTheVm() {
    try (SimulatedCluster cluster = one()) {
      cluster.nodes(ONE.replace("pve1}", "pve1, address: 192.168.22.77}"));

      complete(cluster.provision());

      assertThat(vm(cluster).config())
          .containsEntry("ipconfig0", "gw=192.168.22.1,ip=192.168.22.77/24")
          .containsEntry("nameserver", "192.168.22.1");
      assertThat(vm(cluster).config().values()).anyMatch(value -> value.contains("cloudinit"));
    }
  }

  @Test
  void complaint25_thereIsNoStateToLose() {
    try (SimulatedCluster cluster = SimulatedCluster.start()) {
      complete(cluster.provision());

      // Another machine with the same two files sees the same cluster and has nothing to do.
      Plan elsewhere = cluster.plan();

      assertThat(elsewhere.changes()).isEmpty();
      assertThat(elsewhere.unchanged()).hasSize(5);
    }
  }

  @Test
  void complaint27_nodesAreSpreadAndNeitherTemplatesNorStoppedVmsCount() {
    try (SimulatedCluster cluster = SimulatedCluster.start()) {
      cluster.stranger(7001, "pve1", Map.of("name", "golden", "template", "1", "memory", "60000"));
      cluster.stranger(7002, "pve2", Map.of("name", "archive", "memory", "60000"));

      complete(cluster.provision());

      Map<String, Long> controlPlanes =
          cluster.simulator.inspect().vms().values().stream()
              .filter(vm -> String.valueOf(vm.name()).startsWith("cp-"))
              .collect(Collectors.groupingBy(VmState::host, Collectors.counting()));
      assertThat(controlPlanes).containsOnlyKeys("pve1", "pve2", "pve3").containsValues(1L);
    }
  }

  @Test
  void complaint30_secureBootGetsItsImageItsTpmAndNoForeignKeys() {
    try (SimulatedCluster cluster = one().cluster(SECURE)) {
      complete(cluster.provision());

      Map<String, String> config = vm(cluster).config();
      assertThat(config).containsEntry("bios", "ovmf").containsKey("tpmstate0");
      assertThat(config.get("efidisk0")).doesNotContain("pre-enrolled-keys=1");
      assertThat(cluster.simulator.journal().callsTo("POST " + DOWNLOAD))
          .singleElement()
          .satisfies(
              call ->
                  assertThat(call.parameters().get("url"))
                      .endsWith("/nocloud-amd64-secureboot.qcow2"));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {595, 596, 599})
  void complaint32_aProxyThatGivesUpCostsNothingButTime(int status) {
    try (SimulatedCluster cluster = one()) {
      // The clone happens although its answer is lost, and a read fails once.
      cluster
          .simulator
          .faults()
          .add(
              FaultRule.on(CallPattern.of("POST", CLONE))
                  .nth(1)
                  .failsAfter(status, "Connection timed out"));
      cluster
          .simulator
          .faults()
          .add(
              FaultRule.on(CallPattern.of("GET", PENDING))
                  .nth(1)
                  .failsBefore(status, "Connection timed out"));

      ApplyResult result = cluster.provision();

      complete(result);
      assertThat(cluster.nodes()).hasSize(1);
      assertThat(cluster.simulator.inspect().orphans()).isEmpty();
    }
  }

  @Test
  void complaint34_aFailureNamesWhatWasTriedWhatTheServerSaidAndWhatToDo() {
    try (SimulatedCluster cluster = one()) {
      cluster
          .simulator
          .faults()
          .add(
              FaultRule.on(CallPattern.of("POST", CLONE))
                  .goesWrong(new Fault.StorageFull("local-zfs")));
      try (ClusterSession session = cluster.session()) {
        Plan plan = session.plan(NodeSelection.all(), false);
        ApplyResult result = session.apply(plan, ApplyOptions.defaults(), ApplyLog.SILENT);

        List<Outcome> failed = result.ended(Outcome.Ending.FAILED);
        assertThat(failed)
            .singleElement()
            .satisfies(
                outcome ->
                    assertThat(outcome.reason().orElseThrow())
                        .contains("qmclone")
                        .contains("space")
                        .contains("\n"));
      }
    }
  }

  private static VmState vm(SimulatedCluster cluster) {
    return cluster.simulator.inspect().vms().values().stream()
        .filter(vm -> "cp-1".equals(vm.name()))
        .findFirst()
        .orElseThrow();
  }
}
