package io.github.talosforge.provision;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.ClusterSession;
import io.github.talosforge.apply.ApplyLog;
import io.github.talosforge.apply.ApplyOptions;
import io.github.talosforge.apply.ApplyResult;
import io.github.talosforge.apply.Outcome;
import io.github.talosforge.net.Dialer;
import io.github.talosforge.plan.DestroyVolume;
import io.github.talosforge.plan.NodeSelection;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.plan.PlanText;
import io.github.talosforge.proxmox.ProxmoxConnection;
import io.github.talosforge.proxmox.ProxmoxCredentials.ApiToken;
import io.github.talosforge.proxmox.http.RecordedClients;
import io.github.talosforge.simulator.journal.RecordedCall;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The data of a volume goes by a word of its own, only then, and alone. */
class DestroyVolumeTest {
  private static final String DB = "local-zfs:vm-30010-volume-db";
  private static final String WITHOUT = DataVmTest.DATA.replace("db: {type: disk, size: 7G}, ", "");
  private static final int DATA_VM = 30010;
  private static final int WRITES = 3;

  /** A cluster whose files no longer name a volume, which is detached. */
  private static SimulatedCluster detached() {
    SimulatedCluster cluster =
        SimulatedCluster.start().cluster(DataVmTest.DATA).nodes(DataVmTest.TWO);
    assertThat(cluster.provision().complete()).isTrue();
    cluster.cluster(WITHOUT);
    assertThat(cluster.provision(true).complete()).isTrue();
    return cluster;
  }

  private static Plan plan(SimulatedCluster cluster, String node, String volume) {
    try (ClusterSession session = cluster.session()) {
      return session.planVolumeDestruction(only(node), volume);
    }
  }

  private static NodeSelection only(String node) {
    return new NodeSelection(List.of(node), List.of());
  }

  private static ApplyResult apply(SimulatedCluster cluster, Plan plan, BooleanSupplier stopped) {
    try (ClusterSession session = cluster.session()) {
      ApplyOptions usual = ApplyOptions.defaults();
      return session.apply(
          plan, new ApplyOptions(1, usual.taskTimeout(), stopped), ApplyLog.SILENT);
    }
  }

  private static Map<String, String> dataVm(SimulatedCluster cluster) {
    return new TreeMap<>(cluster.simulator.inspect().vm(DATA_VM).orElseThrow().config());
  }

  private static List<String> volumes(SimulatedCluster cluster) {
    return cluster.simulator.inspect().volumes().stream()
        .map(volume -> volume.host() + " " + volume.volid())
        .sorted()
        .toList();
  }

  private static void refused(Plan plan, String code, String... words) {
    assertThat(plan.isBlocked()).isTrue();
    assertThat(plan.changes()).isEmpty();
    assertThat(plan.findings().render()).contains(code).contains(words);
  }

  @Test
  void itGoesAndNothingElse() {
    try (SimulatedCluster cluster = detached()) {
      Map<String, Map<String, String>> vms = new TreeMap<>(cluster.nodes());
      List<String> volumes = volumes(cluster);
      int writes = cluster.simulator.journal().writes().size();

      Plan plan = plan(cluster, "worker-1", "db");
      assertThat(plan.changes()).singleElement().isInstanceOf(DestroyVolume.class);
      assertThat(PlanText.render(plan, false)).contains(DB + " is destroyed for ever");
      ApplyResult result = cluster.apply(plan);

      assertThat(result.complete()).as(result.outcomes().toString()).isTrue();
      assertThat(volumes(cluster)).hasSize(volumes.size() - 1).doesNotContain("pve2 " + DB);
      assertThat(volumes).containsAll(volumes(cluster));
      vms.get("30010 worker-1-data").values().remove(DB);
      assertThat(cluster.nodes()).isEqualTo(vms);
      assertThat(dataVm(cluster)).containsEntry("protection", "1");
      List<RecordedCall> calls = cluster.simulator.journal().writes();
      assertThat(calls.subList(writes, calls.size()))
          .hasSize(WRITES)
          .allMatch(call -> call.path().contains("/qemu/" + DATA_VM + "/config"));
      assertThat(cluster.plan().changes()).isEmpty();
      refused(plan(cluster, "worker-1", "db"), "TF-VOLUME-UNKNOWN", "keeps no volume db");
    }
  }

  @Test
  void aRunThatOnlyLacksTheProtectionPutsItBack() {
    try (SimulatedCluster cluster = detached()) {
      assertThat(cluster.apply(plan(cluster, "worker-1", "db")).complete()).isTrue();
      cluster.edit(DATA_VM, vm -> vm.config().remove("protection"));

      Plan plan = plan(cluster, "worker-1", "db");

      assertThat(plan.isBlocked()).isFalse();
      assertThat(plan.findings().render())
          .contains("TF-VOLUME-GONE", "keeps no volume db any more");
      assertThat(cluster.apply(plan).complete()).isTrue();
      assertThat(dataVm(cluster)).containsEntry("protection", "1");
    }
  }

  @Test
  void aVolumeOfTheFilesStays() {
    try (SimulatedCluster cluster = detached()) {
      refused(
          plan(cluster, "worker-1", "logs"),
          "TF-VOLUME-STILL-WANTED",
          "provisionNodes --allow-reboot");
      cluster.cluster(DataVmTest.DATA);
      refused(plan(cluster, "worker-1", "db"), "TF-VOLUME-STILL-WANTED", "volume db");
    }
  }

  @Test
  void aVolumeThatItsNodeStillHasStays() {
    try (SimulatedCluster cluster =
        SimulatedCluster.start().cluster(DataVmTest.DATA).nodes(DataVmTest.TWO)) {
      cluster.provision();
      cluster.cluster(WITHOUT);

      refused(
          plan(cluster, "worker-1", "db"), "TF-DATA-IN-USE", "VM 3001 'worker-1' on pve2 as scsi2");
    }
  }

  @Test
  void aVolumeThatAStrangerHasOrIsAboutToHaveStays() {
    try (SimulatedCluster cluster = detached()) {
      cluster.stranger(500, "pve2", Map.of("name", "mail", "scsi3", DB + ",size=7G"));
      refused(plan(cluster, "worker-1", "db"), "TF-DATA-IN-USE", "VM 500 'mail' on pve2 as scsi3");

      cluster.edit(500, vm -> vm.config().remove("scsi3"));
      cluster.edit(500, vm -> vm.pending().put("virtio1", DB));
      refused(plan(cluster, "worker-1", "db"), "TF-DATA-IN-USE", "as virtio1");

      cluster.edit(500, vm -> vm.pending().clear());
      cluster.edit(DATA_VM, vm -> vm.config().put("scsi0", DB));
      refused(
          plan(cluster, "worker-1", "db"), "TF-DATA-IN-USE", "'worker-1-data' on pve2 as scsi0");
    }
  }

  @Test
  void whatCannotBeReadKeepsIt() {
    try (SimulatedCluster cluster = detached()) {
      cluster.stranger(500, "pve3", Map.of("name", "mail"));
      cluster.simulator.interventions().host("pve3", false);

      refused(
          plan(cluster, "worker-1", "db"), "TF-DATA-USE-UNKNOWN", "not read were VM 500 on pve3");
    }
  }

  @Test
  void whatIsNoVolumeIsToldFromThoseThatThereAre() {
    try (SimulatedCluster cluster = detached()) {
      refused(plan(cluster, "worker-1", "dbb"), "TF-VOLUME-UNKNOWN", "It keeps db, logs.");
      refused(
          plan(cluster, "worker-1", "EPHEMERAL"),
          "TF-VOLUME-UNKNOWN",
          "removeNode --with-data --node=worker-1");
      refused(plan(cluster, "w*-9", "db"), "TF-SELECTION-MATCHES-NOTHING", "cp-1, worker-1");
      refused(plan(cluster, "*", "db"), "TF-VOLUME-OF-ONE-NODE", "2 nodes are selected");

      cluster.edit(DATA_VM, vm -> vm.config().values().remove(DB));
      refused(plan(cluster, "worker-1", "db"), DB + " is there", "qm disk rescan --vmid 30010");
      cluster.edit(DATA_VM, vm -> vm.config().put("tags", "prod"));
      refused(plan(cluster, "worker-1", "db"), "TF-VOLUME-UNKNOWN", "nothing proves that now");
      cluster.simulator.world().locked(() -> cluster.simulator.world().vms().remove(DATA_VM));
      refused(plan(cluster, "worker-1", "db"), "TF-VOLUME-UNKNOWN", "no data VM in sight");
    }
  }

  @Test
  void dataOfANodeThatIsGoneFromTheFilesGoesToo() {
    try (SimulatedCluster cluster = detached()) {
      try (ClusterSession session = cluster.session()) {
        Plan end = session.planDestruction(only("worker-1"), false);
        assertThat(cluster.apply(end).complete()).isTrue();
      }
      cluster.nodes(DataVmTest.ONE);

      assertThat(cluster.apply(plan(cluster, "worker-1", "logs")).complete()).isTrue();

      assertThat(dataVm(cluster)).containsEntry("protection", "1").containsValue(DB);
      assertThat(volumes(cluster)).doesNotContain("pve2 local-zfs:vm-30010-volume-logs");
    }
  }

  @Test
  void whatSomebodyAttachedMeanwhileStays() {
    try (SimulatedCluster cluster = detached()) {
      Plan plan = plan(cluster, "worker-1", "db");
      cluster.stranger(500, "pve2", Map.of("name", "mail", "scsi3", DB));
      int writes = cluster.simulator.journal().writes().size();

      ApplyResult result = cluster.apply(plan);

      assertThat(result.outcomes().toString()).contains("was not freed", "'mail'");
      assertThat(cluster.simulator.journal().writes()).hasSize(writes);
      assertThat(volumes(cluster)).contains("pve2 " + DB);
    }
  }

  @Test
  void aRunThatIsStoppedLeavesTheVmProtected() {
    try (SimulatedCluster cluster = detached()) {
      Plan plan = plan(cluster, "worker-1", "db");
      int writes = cluster.simulator.journal().writes().size();

      ApplyResult result =
          apply(cluster, plan, () -> cluster.simulator.journal().writes().size() > writes);

      assertThat(result.ended(Outcome.Ending.SKIPPED)).hasSize(1);
      assertThat(dataVm(cluster)).containsEntry("protection", "1").containsValue(DB);
      assertThat(volumes(cluster)).contains("pve2 " + DB);
    }
  }

  @Test
  void aVolumeThatDoesNotGoIsNamed() {
    try (SimulatedCluster cluster = detached();
        OddProxmox proxmox = new OddProxmox(cluster.simulator)) {
      Plan plan = plan(cluster, "worker-1", "db");
      String before =
          new RawClient(cluster.simulator)
              .get("/api2/json/nodes/pve2/storage/local-zfs/content?vmid=" + DATA_VM);
      proxmox.change(
          (operation, number, answer) -> operation.endsWith("/content") ? before : answer);
      ProxmoxConnection connection =
          ProxmoxConnection.to(ApiToken.of("root@pam!test", "secret"), proxmox.url())
              .withDialer(Dialer.direct().loopbackOnly());

      ApplyResult result;
      try (ClusterSession session =
          ClusterSession.over(cluster.spec(), connection, RecordedClients::open)) {
        result = session.apply(plan, ApplyOptions.defaults(), ApplyLog.SILENT);
      }

      assertThat(result.complete()).isFalse();
      assertThat(result.outcomes().toString()).contains("is still there", "pvesm free " + DB);
      assertThat(dataVm(cluster)).containsEntry("protection", "1");
    }
  }

  static Stream<Arguments> writes() {
    return EveryCase.of(
        IntStream.rangeClosed(1, WRITES)
            .boxed()
            .flatMap(
                write ->
                    Stream.of(true, false)
                        .flatMap(
                            effect ->
                                Stream.of(
                                    Arguments.of(write, effect, true),
                                    Arguments.of(write, effect, false)))));
  }

  @Tag("exhaustive")
  @ParameterizedTest(name = "write {0}, takes effect: {1}, asked again: {2}")
  @MethodSource("writes")
  void theNextRunFinishesOrMendsIt(int write, boolean effect, boolean again) {
    try (SimulatedCluster cluster = detached()) {
      Map<String, String> before = dataVm(cluster);
      DyingRun.at(cluster.simulator, write, effect);
      assertThat(cluster.apply(plan(cluster, "worker-1", "db")).complete()).isFalse();
      cluster.simulator.faults().clear();

      if (again) {
        Plan next = plan(cluster, "worker-1", "db");
        assertThat(next.isBlocked() || cluster.apply(next).complete()).isTrue();
      } else {
        assertThat(cluster.provision().complete()).isTrue();
      }

      boolean gone = !volumes(cluster).contains("pve2 " + DB);
      assertThat(gone).isEqualTo(again || write > 2 || (write == 2 && effect));
      if (gone) {
        before.values().remove(DB);
      }
      assertThat(without(dataVm(cluster))).isEqualTo(without(before));
      assertThat(dataVm(cluster)).containsEntry("protection", "1");
      assertThat(cluster.simulator.inspect().orphans()).isEmpty();
      assertThat(cluster.plan().changes()).isEmpty();
    }
  }

  private static Map<String, String> without(Map<String, String> values) {
    Map<String, String> rest = new TreeMap<>(values);
    rest.remove("digest");
    return rest;
  }
}
