package io.github.talosforge.provision;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.ClusterSession;
import io.github.talosforge.apply.ApplyOptions;
import io.github.talosforge.apply.ApplyResult;
import io.github.talosforge.apply.ChangeFailedException;
import io.github.talosforge.apply.CidataDelivery;
import io.github.talosforge.apply.Outcome;
import io.github.talosforge.cidata.CidataFile;
import io.github.talosforge.model.ClusterUid;
import io.github.talosforge.model.HostName;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.model.StorageName;
import io.github.talosforge.plan.DestroyVm;
import io.github.talosforge.plan.NodeSelection;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.plan.RemoveDisc;
import io.github.talosforge.plan.RemoveImage;
import io.github.talosforge.plan.RemoveTemplate;
import io.github.talosforge.plan.WithdrawDisc;
import io.github.talosforge.proxmox.ProxmoxClient;
import io.github.talosforge.proxmox.http.RecordedClients;
import io.github.talosforge.simulator.Simulator;
import io.github.talosforge.simulator.fault.CallPattern;
import io.github.talosforge.simulator.fault.FaultRule;
import io.github.talosforge.simulator.journal.RecordedCall;
import io.github.talosforge.simulator.world.Vm;
import io.github.talosforge.simulator.world.Volume;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A rival removes what is about to be destroyed, at the last moment before it, and puts something
 * of its own in its place: that stays. Proxmox VE takes no digest with a DELETE.
 */
class LastLookTest {
  private static final int NODE = 2000;
  private static final String PRECIOUS = "local-zfs:vm-%d-disk-7";
  private static final String ONE = "nodes: [{name: cp-1, controller: true, proxmox_node: pve1}]\n";
  private static final String LOCKED_OUT =
      "can't lock file '/var/lock/qemu-server/lock-2000.conf' - got timeout";
  private static final CidataFile CD =
      new CidataFile(ClusterUid.of("0123456789abcdef"), NodeName.of("cp-1"), "0123456789abcdef");
  private static final String CD_VOLUME = CD.volume(StorageName.of("local"));

  private static SimulatedCluster provisioned() {
    SimulatedCluster cluster = SimulatedCluster.start().nodes(ONE);
    assertThat(cluster.provision().complete()).isTrue();
    return cluster;
  }

  private static SimulatedCluster afterAnUpgrade(String how) {
    SimulatedCluster cluster = SimulatedCluster.start().cluster(how).nodes(ONE);
    assertThat(cluster.talos("1.12.3").provision().complete()).isTrue();
    assertThat(cluster.destroy().complete()).isTrue();
    assertThat(cluster.talos("1.12.4").provision().complete()).isTrue();
    return cluster;
  }

  private static Plan destruction(SimulatedCluster cluster) {
    try (ClusterSession session = cluster.session()) {
      return session.planDestruction(NodeSelection.all(), false);
    }
  }

  /** Lets a rival come once, behind the first answer after which it can. */
  static AtomicBoolean rival(OddProxmox proxmox, Predicate<String> when, Runnable deed) {
    AtomicBoolean came = new AtomicBoolean();
    proxmox.change(
        (operation, number, answer) -> {
          if (when.test(operation + " " + answer) && came.compareAndSet(false, true)) {
            deed.run();
          }
          return answer;
        });
    return came;
  }

  /** Removes a VM with its disks and makes another under its id, with a disk of its own. */
  static void replace(SimulatedCluster cluster, int id, Map<String, String> more) {
    Simulator simulator = cluster.simulator;
    Map<String, String> config = new TreeMap<>(more);
    config.put("vmgenid", "66666666-7777-8888-9999-000000000000");
    config.put("scsi7", PRECIOUS.formatted(id) + ",size=1G");
    String host =
        simulator
            .world()
            .locked(
                () -> {
                  Vm old = simulator.world().vms().remove(id);
                  simulator.world().volumes().all().stream()
                      .filter(volume -> volume.owner() == id)
                      .toList()
                      .forEach(volume -> simulator.world().volumes().remove(volume));
                  simulator
                      .world()
                      .volumes()
                      .put(
                          new Volume(
                              "local-zfs",
                              old.host(),
                              "vm-" + id + "-disk-7",
                              "images",
                              "raw",
                              1L << 30,
                              1,
                              id,
                              null,
                              1,
                              null,
                              Map.of(),
                              Map.of()));
                  return old.host();
                });
    cluster.stranger(id, host, config);
  }

  static Map<String, String> config(SimulatedCluster cluster, int id) {
    return new TreeMap<>(cluster.simulator.inspect().vm(id).orElseThrow().config());
  }

  static List<String> volumes(SimulatedCluster cluster) {
    return cluster.simulator.inspect().volumes().stream().map(Volume::volid).toList();
  }

  private static boolean isOff(SimulatedCluster cluster) {
    return cluster.simulator.inspect().vm(NODE).filter(vm -> !vm.running()).isPresent();
  }

  private static void staysWithItsDisk(SimulatedCluster cluster, int id, ApplyResult result) {
    assertThat(result.ended(Outcome.Ending.FAILED)).as(result.outcomes().toString()).hasSize(1);
    assertThat(cluster.simulator.inspect().vm(id)).as(result.outcomes().toString()).isPresent();
    assertThat(volumes(cluster)).contains(PRECIOUS.formatted(id));
    assertThat(cluster.simulator.journal().writes())
        .filteredOn(call -> call.method().equals("DELETE") && call.path().endsWith("/" + id))
        .noneMatch(call -> call.status() == 200);
  }

  static String reason(ApplyResult result) {
    return result.ended(Outcome.Ending.FAILED).get(0).reason().orElseThrow();
  }

  /** With the node's own marks it is another run's work. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aVmThatComesBetweenStopAndDeleteStays(boolean withOurMarks) {
    try (SimulatedCluster cluster = provisioned();
        OddProxmox proxmox = new OddProxmox(cluster.simulator)) {
      Plan plan = destruction(cluster);
      Map<String, String> theirs = withOurMarks ? config(cluster, NODE) : Map.of("name", "mail");
      AtomicBoolean came =
          rival(proxmox, any -> isOff(cluster), () -> replace(cluster, NODE, theirs));

      ApplyResult result = proxmox.apply(cluster, plan);

      assertThat(came).isTrue();
      staysWithItsDisk(cluster, NODE, result);
      assertThat(reason(result)).contains("VM 2000", "was not touched", "plan again");
    }
  }

  @Test
  void aVmThatComesAfterADeleteThatWasRefusedStays() {
    try (SimulatedCluster cluster = provisioned();
        OddProxmox proxmox = new OddProxmox(cluster.simulator)) {
      Plan plan = destruction(cluster);
      cluster
          .simulator
          .faults()
          .add(
              FaultRule.on(CallPattern.of("DELETE", "/nodes/{node}/qemu/{vmid}"))
                  .nth(1)
                  .failsBefore(500, LOCKED_OUT));
      AtomicBoolean came =
          rival(
              proxmox,
              answer -> answer.startsWith("DELETE "),
              () -> replace(cluster, NODE, Map.of("name", "mail")));

      ApplyResult result = proxmox.apply(cluster, plan);

      assertThat(came).isTrue();
      staysWithItsDisk(cluster, NODE, result);
    }
  }

  /** It runs, and is neither stopped nor destroyed. */
  @Test
  void aVmThatComesBeforeTheStopGoesOnRunning() {
    try (SimulatedCluster cluster = provisioned();
        OddProxmox proxmox = new OddProxmox(cluster.simulator)) {
      Plan plan = destruction(cluster);
      assertThat(plan.changes(DestroyVm.class)).hasSize(1);
      int before = cluster.simulator.journal().writes().size();
      AtomicBoolean came =
          rival(
              proxmox,
              answer -> answer.contains("/status/current"),
              () -> replace(cluster, NODE, Map.of("name", "mail")));

      ApplyResult result = proxmox.apply(cluster, plan);

      assertThat(came).isTrue();
      staysWithItsDisk(cluster, NODE, result);
      assertThat(cluster.simulator.journal().writes()).hasSize(before);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aTemplateThatComesInTheLastMomentStays(boolean withOurMarks) {
    try (SimulatedCluster cluster = afterAnUpgrade("");
        OddProxmox proxmox = new OddProxmox(cluster.simulator)) {
      Plan plan = cluster.planCleaning(1, false);
      int id = plan.changes(RemoveTemplate.class).get(0).vmId().value();
      Map<String, String> theirs =
          withOurMarks ? config(cluster, id) : Map.of("name", "golden", "template", "1");
      AtomicBoolean came =
          rival(proxmox, answer -> answer.contains("/pending"), () -> replace(cluster, id, theirs));

      ApplyResult result = proxmox.apply(cluster, plan);

      assertThat(came).isTrue();
      staysWithItsDisk(cluster, id, result);
      assertThat(reason(result)).containsPattern("(?i)look at it, then plan again|clean again");
    }
  }

  /** There is no way back from a template. */
  @Test
  void aVmThatComesBeforeTheConversionIsNotConverted() {
    try (SimulatedCluster cluster = SimulatedCluster.start().nodes(ONE);
        OddProxmox proxmox = new OddProxmox(cluster.simulator)) {
      AtomicBoolean came =
          rival(
              proxmox,
              answer -> answer.startsWith("POST /nodes/HOST/qemu/ID/config"),
              () -> replace(cluster, 9000, Map.of("name", "mail")));

      ApplyResult result = proxmox.apply(cluster, cluster.plan());

      assertThat(came).isTrue();
      assertThat(reason(result)).contains("VM 9000 on pve1 is not the unfinished template");
      assertThat(config(cluster, 9000)).doesNotContainKey("template");
    }
  }

  @Test
  void aVolumeThatIsAttachedElsewhereInTheLastMomentStays() {
    try (SimulatedCluster cluster =
            SimulatedCluster.start().cluster(DataVmTest.DATA).nodes(DataVmTest.TWO);
        OddProxmox proxmox = new OddProxmox(cluster.simulator)) {
      assertThat(cluster.provision().complete()).isTrue();
      cluster.cluster(DataVmTest.DATA.replace("db: {type: disk, size: 7G}, ", ""));
      assertThat(cluster.provision(true).complete()).isTrue();
      Plan plan;
      try (ClusterSession session = cluster.session()) {
        NodeSelection worker = new NodeSelection(List.of("worker-1"), List.of());
        plan = session.planVolumeDestruction(worker, "db");
      }
      String db = "local-zfs:vm-30010-volume-db";
      AtomicBoolean came =
          rival(
              proxmox,
              answer -> answer.startsWith("POST /nodes/HOST/qemu/ID/config"),
              () -> cluster.stranger(7001, "pve2", Map.of("name", "mail", "scsi1", db)));

      ApplyResult result = proxmox.apply(cluster, plan);

      assertThat(came).isTrue();
      assertThat(reason(result)).contains(db + " was not freed: VM 7001 'mail' on pve2 as scsi1");
      assertThat(volumes(cluster)).contains(db);
      assertThat(config(cluster, 30010)).containsEntry("protection", "1").containsValue(db);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "provision: iso\n"})
  void anImageThatIsMadeAnewInTheLastMomentStays(String how) {
    try (SimulatedCluster cluster = afterAnUpgrade(how);
        OddProxmox proxmox = new OddProxmox(cluster.simulator)) {
      Plan plan = cluster.planCleaning(1, true);
      String image = plan.changes(RemoveImage.class).get(0).volume();
      AtomicBoolean came =
          rival(proxmox, answer -> lists(answer, image), () -> madeAnew(cluster, image));

      ApplyResult result = proxmox.apply(cluster, plan);

      assertThat(came).isTrue();
      assertThat(reason(result))
          .contains(image + " was not removed: somebody made it anew", "Plan again");
      assertThat(volumes(cluster)).contains(image);
    }
  }

  private static boolean lists(String answer, String volume) {
    return answer.startsWith("GET /nodes/HOST/storage/local/content") && answer.contains(volume);
  }

  private static void madeAnew(SimulatedCluster cluster, String volid) {
    cluster
        .simulator
        .world()
        .locked(
            () -> {
              for (Volume old : List.copyOf(cluster.simulator.world().volumes().all())) {
                if (old.volid().equals(volid)) {
                  cluster
                      .simulator
                      .world()
                      .volumes()
                      .put(
                          new Volume(
                              old.storage(),
                              old.host(),
                              old.name(),
                              old.content(),
                              old.format(),
                              old.size(),
                              old.used(),
                              0,
                              null,
                              old.created() + 60,
                              "theirs",
                              Map.of(),
                              Map.of()));
                }
              }
              return volid;
            });
  }

  /** A CD of the cluster that is in no drive. */
  private static SimulatedCluster withALooseCd() {
    SimulatedCluster cluster = provisioned();
    cluster
        .simulator
        .world()
        .locked(
            () -> {
              cluster
                  .simulator
                  .world()
                  .volumes()
                  .put(
                      new Volume(
                          "local",
                          "pve1",
                          "iso/" + CD,
                          "iso",
                          "iso",
                          1,
                          1,
                          0,
                          null,
                          5,
                          null,
                          Map.of(),
                          Map.of()));
              return CD;
            });
    return cluster;
  }

  private static void insert(SimulatedCluster cluster) {
    cluster.stranger(7001, "pve1", Map.of("name", "mail", "ide2", CD_VOLUME + ",media=cdrom"));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aCdThatIsMadeAnewOrPutIntoADriveInTheLastMomentStays(boolean inserted) {
    try (SimulatedCluster cluster = withALooseCd();
        OddProxmox proxmox = new OddProxmox(cluster.simulator)) {
      Plan plan;
      try (ClusterSession session = cluster.session()) {
        plan = session.planLeftovers();
      }
      assertThat(plan.changes(RemoveDisc.class)).hasSize(1);
      AtomicBoolean came =
          rival(
              proxmox,
              answer -> lists(answer, CD_VOLUME),
              () -> {
                if (inserted) {
                  insert(cluster);
                } else {
                  madeAnew(cluster, CD_VOLUME);
                }
              });

      ApplyResult result = proxmox.apply(cluster, plan);

      assertThat(came).isTrue();
      assertThat(reason(result))
          .contains(CD_VOLUME + " was not removed: ")
          .contains(inserted ? "VM 7001 'mail' on pve1 has it in its drive ide2" : "made it anew");
      assertThat(volumes(cluster)).contains(CD_VOLUME);
    }
  }

  @Test
  void aCdThatIsWithdrawnStaysWhereSomebodyPutItIntoADrive() {
    try (SimulatedCluster cluster = withALooseCd();
        OddProxmox proxmox = new OddProxmox(cluster.simulator);
        ProxmoxClient client = RecordedClients.open(proxmox.connection())) {
      AtomicBoolean came =
          rival(proxmox, answer -> lists(answer, CD_VOLUME), () -> insert(cluster));
      CidataDelivery delivery = new CidataDelivery(client, ApplyOptions.defaults());

      Assertions.assertThatThrownBy(
              () ->
                  delivery.delete(
                      WithdrawDisc.of(NodeName.of("cp-1"), CD_VOLUME), HostName.of("pve1")))
          .isInstanceOf(ChangeFailedException.class)
          .hasMessageContaining("VM 7001 'mail' on pve1 has it in its drive ide2");

      assertThat(came).isTrue();
      assertThat(volumes(cluster)).contains(CD_VOLUME);
      assertThat(cluster.simulator.journal().writes())
          .extracting(RecordedCall::method)
          .doesNotContain("DELETE");
    }
  }
}
