package io.github.talosforge.provision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.github.talosforge.ClusterSession;
import io.github.talosforge.HurriedSessions;
import io.github.talosforge.NodeStatus;
import io.github.talosforge.TalosSession;
import io.github.talosforge.apply.ApplyLog;
import io.github.talosforge.apply.ApplyOptions;
import io.github.talosforge.bootstrap.Pacing;
import io.github.talosforge.bootstrap.TalosFlowException;
import io.github.talosforge.bootstrap.TalosLog;
import io.github.talosforge.bootstrap.TalosOptions;
import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.HostName;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.model.VmId;
import io.github.talosforge.plan.CreateVm;
import io.github.talosforge.plan.DestroyVm;
import io.github.talosforge.plan.NodeSelection;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.plan.PlanFinding;
import io.github.talosforge.plan.PlanText;
import io.github.talosforge.simulator.Simulator;
import io.github.talosforge.simulator.inspect.VmState;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A host that is down keeps its VMs' names and marks to itself. What could be one of them is left
 * alone and named; everything else goes on.
 */
class HostDownTest {

  /** What the files say of the nodes' places. */
  enum Files {
    NOTHING(""),
    HOSTS("host"),
    IDS("id, address"),
    ALL("host, id, address");

    private final String keys;

    Files(String keys) {
      this.keys = keys;
    }

    private String node(String name, String role, int id, String host) {
      boolean control = role.equals("cp");
      return "  - {name: "
          + name
          + (control ? ", controller: true, memory: 2048" : ", memory: 2048")
          + (keys.contains("host") ? ", proxmox_node: " + host : "")
          + (keys.contains("id") ? ", vm_id: " + id : "")
          + (keys.contains("address")
              ? ", address: 192.168.22." + (control ? id - 1990 : id - 2980)
              : "");
    }

    String nodes(String more) {
      return "nodes:\n"
          + node("cp-1", "cp", 2000, "pve1")
          + "}\n"
          + node("cp-2", "cp", 2001, "pve2")
          + "}\n"
          + node("cp-3", "cp", 2002, "pve3")
          + "}\n"
          + node("worker-1", "worker", 3000, "pve1")
          + ", data_vm: true, ephemeral_size: 6}\n"
          + node("worker-2", "worker", 3001, "pve2")
          + "}\n"
          + more;
    }
  }

  private static SimulatedCluster provisioned(Files files) {
    SimulatedCluster cluster = SimulatedCluster.start().nodes(files.nodes(""));
    assertThat(cluster.provision().complete()).isTrue();
    return cluster;
  }

  private static Map<String, List<Integer>> vms(SimulatedCluster cluster) {
    return cluster.simulator.inspect().vms().values().stream()
        .filter(vm -> !"1".equals(vm.config().get("template")))
        .collect(
            Collectors.groupingBy(
                VmState::name, TreeMap::new, Collectors.mapping(VmState::id, Collectors.toList())));
  }

  private static String host(SimulatedCluster cluster, String node) {
    return cluster.simulator.inspect().vms().values().stream()
        .filter(vm -> vm.name().equals(node))
        .findFirst()
        .orElseThrow()
        .host();
  }

  private static List<String> left(Plan plan) {
    return plan.left().stream().map(Object::toString).sorted().toList();
  }

  /** Everybody on the host is hidden, and nobody else. */
  @ParameterizedTest
  @EnumSource
  void nodesOfTheHostAreLeftAndTheOthersArePlanned(Files files) {
    for (String host : List.of("pve1", "pve2", "pve3")) {
      try (SimulatedCluster cluster = provisioned(files)) {
        List<String> there =
            vms(cluster).keySet().stream()
                .filter(node -> !node.endsWith("-data") && host(cluster, node).equals(host))
                .sorted()
                .toList();
        cluster.simulator.interventions().host(host, false);
        cluster.nodes(files.nodes("").replace("memory: 2048", "memory: 2048, cores: 3"));

        Plan plan = cluster.plan();

        assertThat(plan.isBlocked()).as(plan.findings().render()).isFalse();
        assertThat(plan.changes(CreateVm.class)).isEmpty();
        assertThat(plan.pins()).isEmpty();
        assertThat(left(plan)).isEqualTo(there);
        assertThat(plan.changes()).hasSize(5 - there.size());
        assertThat(plan.findings().withCode(PlanFinding.HOST_DOWN.code()))
            .singleElement()
            .satisfies(told -> assertThat(told.message()).contains(there).contains(host));
        Map<String, List<Integer>> before = vms(cluster);
        assertThat(cluster.apply(plan).complete()).isTrue();
        assertThat(vms(cluster)).isEqualTo(before);
      }
    }
  }

  /** A clone whose configuration call never came has the tags of its template and nothing else. */
  private static void makeHalf(SimulatedCluster cluster, int id) {
    String tags =
        cluster.simulator.inspect().vms().values().stream()
            .filter(vm -> "1".equals(vm.config().get("template")))
            .findFirst()
            .orElseThrow()
            .config()
            .get("tags");
    cluster.edit(
        id,
        vm -> {
          vm.process(null);
          vm.config().remove("onboot");
          vm.config().put("tags", tags);
          vm.config().put("smbios1", "uuid=11111111-2222-3333-4444-555555555555");
        });
  }

  @ParameterizedTest
  @EnumSource
  void halfMadeCloneIsNotMadeTwice(Files files) {
    try (SimulatedCluster cluster = provisioned(files)) {
      String host = host(cluster, "worker-2");
      int id = vms(cluster).get("worker-2").get(0);
      makeHalf(cluster, id);
      cluster.simulator.interventions().host(host, false);

      Plan plan = cluster.plan();
      assertThat(plan.isBlocked()).as(plan.findings().render()).isFalse();
      assertThat(cluster.apply(plan).complete()).isTrue();

      assertThat(left(plan)).contains("worker-2");
      assertThat(plan.findings().withCode(PlanFinding.HOST_DOWN.code()))
          .anySatisfy(
              told -> assertThat(told.message()).contains("worker-2", host, String.valueOf(id)));
      cluster.simulator.interventions().host(host, true);
      assertThat(cluster.provision().complete()).isTrue();
      assertThat(vms(cluster)).allSatisfy((name, ids) -> assertThat(ids).hasSize(1)).hasSize(6);
    }
  }

  /** A new node with places of its own is nobody's secret. */
  @Test
  void newNodeWithAnIdIsMadeBesideHiddenOnes() {
    try (SimulatedCluster cluster = provisioned(Files.ALL)) {
      cluster.simulator.interventions().host("pve2", false);
      cluster.nodes(Files.ALL.nodes(Files.ALL.node("worker-3", "worker", 3002, "pve3") + "}\n"));

      assertThat(cluster.provision().complete()).isTrue();

      assertThat(vms(cluster).get("worker-3")).containsExactly(3002);
    }
  }

  @Test
  void dataVmOnTheHostKeepsItsNodeAlone() {
    try (SimulatedCluster cluster = provisioned(Files.IDS)) {
      cluster.simulator.interventions().move(3000, "pve3");
      cluster.simulator.interventions().move(30000, "pve2");
      cluster.simulator.interventions().host("pve2", false);
      Plan node = cluster.plan();
      cluster.simulator.interventions().host("pve2", true);
      cluster.simulator.interventions().host("pve3", false);
      Plan data = cluster.plan();

      for (Plan plan : List.of(node, data)) {
        assertThat(plan.isBlocked()).as(plan.findings().render()).isFalse();
        assertThat(left(plan)).contains("worker-1");
        assertThat(plan.changes(CreateVm.class)).isEmpty();
        assertThat(plan.findings().findings())
            .noneMatch(finding -> finding.severity() == Severity.ERROR);
      }
    }
  }

  /** What is there needs no room a second time, on a host that has none. */
  @ParameterizedTest
  @EnumSource
  void noRoomElsewhereKeepsNobodyFromPlanning(Files files) {
    try (SimulatedCluster cluster = SimulatedCluster.start()) {
      String nodes = files.nodes("").replace("memory: 2048", "memory: 24000");
      assertThat(cluster.nodes(nodes).provision().complete()).isTrue();
      String host = host(cluster, "worker-2");
      cluster.simulator.interventions().host(host, false);
      Plan plan = cluster.nodes(nodes.replace("24000", "24000, cores: 3")).plan();

      assertThat(plan.isBlocked()).as(plan.findings().render()).isFalse();
      assertThat(left(plan)).contains("worker-2");
      assertThat(plan.changes()).isNotEmpty();
    }
  }

  /** A template is no node, though it is as hidden as they are. */
  @Test
  void hiddenTemplateKeepsNoNodeFromBeingMade() {
    try (SimulatedCluster cluster = SimulatedCluster.start().nodes(Clone.CONTROL_PLANE)) {
      assertThat(cluster.provision().complete()).isTrue();
      cluster.simulator.interventions().move(vms(cluster).get("cp-1").get(0), "pve3");
      cluster.simulator.interventions().host("pve1", false);
      cluster.nodes(Clone.CONTROL_PLANE + "  - {name: worker-1, memory: 2048}\n");

      assertThat(cluster.provision().complete()).isTrue();

      assertThat(vms(cluster)).containsOnlyKeys("cp-1", "worker-1");
      cluster.simulator.interventions().host("pve1", true);
      assertThat(cluster.plan().changes()).isEmpty();
    }
  }

  /** What a run left that ended in the middle, with nothing beside it on its host. */
  enum Clone {
    WITH_ITS_ID("talosforge-template", ", vm_id: 3005"),
    OF_THE_PLAN("talosforge-template", ""),
    OF_OTHER_FILES("talosforge-template", "", 3007),
    OF_ANOTHER_WRITTEN_ID("talosforge-template", ", vm_id: 3005", 3000),
    OF_AN_ID_OUT_OF_RANGE("talosforge-template", ", vm_id: 3005", 500),
    OURS_OF_OTHER_FILES("talosforge;talosforge-demo", "", 3007),
    OURS_OF_ANOTHER_WRITTEN_ID("talosforge;talosforge-demo", ", vm_id: 3005", 3007),
    UNTAGGED_WITH_ITS_ID("", ", vm_id: 3005"),
    UNTAGGED_OF_THE_PLAN("", "");

    private static final String CONTROL_PLANE =
        "nodes:\n  - {name: cp-1, controller: true, memory: 2048, proxmox_node: pve1}\n";

    private final String tags;
    private final String line;
    private final int id;

    Clone(String tags, String line) {
      this(tags, line, line.isEmpty() ? 3000 : 3005);
    }

    Clone(String tags, String line, int id) {
      this.tags = tags;
      this.line = line;
      this.id = id;
    }
  }

  @ParameterizedTest
  @EnumSource
  void halfMadeVmAloneOnItsHostIsNotMadeTwice(Clone clone) {
    try (SimulatedCluster cluster = SimulatedCluster.start().nodes(Clone.CONTROL_PLANE)) {
      assertThat(cluster.provision().complete()).isTrue();
      cluster.stranger(
          clone.id, "pve2", clone.tags.isEmpty() ? Map.of() : Map.of("tags", clone.tags));
      cluster.simulator.interventions().host("pve2", false);
      cluster.nodes(Clone.CONTROL_PLANE + "  - {name: worker-1, memory: 2048" + clone.line + "}\n");

      Plan plan = cluster.plan();
      assertThat(cluster.apply(plan).complete()).isTrue();

      assertThat(plan.isBlocked()).as(plan.findings().render()).isFalse();
      assertThat(left(plan)).containsExactly("worker-1");
      assertThat(plan.findings().withCode(PlanFinding.HOST_DOWN.code()))
          .singleElement()
          .satisfies(
              told ->
                  assertThat(told.message())
                      .contains("worker-1", "pve2", String.valueOf(clone.id)));
      assertThat(cluster.simulator.inspect().vms().values())
          .noneMatch(vm -> "worker-1".equals(vm.name()));
    }
  }

  @Test
  void volumeOnTheHostStaysAndItsVmIsNamed() {
    try (SimulatedCluster cluster = provisioned(Files.IDS)) {
      String host = host(cluster, "worker-1-data");
      cluster.simulator.interventions().host(host, false);
      Plan data;
      Plan user;
      try (ClusterSession session = cluster.session()) {
        data = session.planVolumeDestruction(only("worker-1"), "db");
      }
      cluster.simulator.interventions().host(host, true);
      cluster.simulator.interventions().move(3000, "pve3");
      cluster.simulator.interventions().move(30000, "pve2");
      cluster.simulator.interventions().host("pve3", false);
      cluster.edit(30000, vm -> vm.config().put("unused3", "local-zfs:vm-30000-volume-db"));
      try (ClusterSession session = cluster.session()) {
        user = session.planVolumeDestruction(only("worker-1"), "db");
      }

      for (Plan plan : List.of(data, user)) {
        assertThat(plan.isBlocked()).isTrue();
        assertThat(plan.changes()).isEmpty();
      }
      assertThat(data.findings().render()).contains("30000", "data VM of node worker-1");
      assertThat(user.findings().render()).contains("Nobody can tell who uses", "pve3");
    }
  }

  /** Who is to be kept apart is not forgotten, with members enough in sight and without. */
  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void rulesOfHighAvailabilityKeepWhatIsHidden(int hosts) {
    try (SimulatedCluster cluster =
        new SimulatedCluster(Simulator.builder().hosts(hosts).timeScale(0).start())
            .hosts(hosts)
            .storage("ceph")
            .cluster("anti_affinity: true\n")) {
      StringBuilder workers = new StringBuilder();
      for (int i = 1; i <= hosts; i++) {
        workers.append("  - {name: worker-" + i + ", memory: 2048, ha: true, proxmox_node: pve");
        workers.append(i).append("}\n");
      }
      assertThat(cluster.nodes(Clone.CONTROL_PLANE + workers).provision().complete()).isTrue();
      String rules = cluster.simulator.world().ha().rules().toString();
      cluster.simulator.interventions().host("pve2", false);

      Plan plan = cluster.plan();

      assertThat(host(cluster, "worker-2")).as("has nowhere to go").isEqualTo("pve2");
      assertThat(left(plan)).containsExactly("worker-2");
      assertThat(plan.changes()).as(PlanText.render(plan, false)).isEmpty();
      try (ClusterSession session = cluster.session()) {
        assertThat(session.planLeftovers().changes()).isEmpty();
      }
      assertThat(cluster.simulator.world().ha().rules()).hasToString(rules);
    }
  }

  private static NodeSelection only(String... nodes) {
    return new NodeSelection(List.of(nodes), List.of());
  }

  /** Nothing happens, and nobody takes that for success. */
  @ParameterizedTest
  @EnumSource
  void nodeOnTheHostIsNeitherDestroyedNorRebuilt(Files files) {
    try (SimulatedCluster cluster = provisioned(files)) {
      for (String node : List.of("cp-3", "worker-1")) {
        String host = host(cluster, node);
        cluster.simulator.interventions().host(host, false);
        try (ClusterSession session = cluster.session()) {
          Plan gone = session.planDestruction(only(node), false);
          Plan anew = session.planRebuild(only(node), false);

          for (Plan plan : List.of(gone, anew)) {
            assertThat(plan.changes()).isEmpty();
            assertThat(plan.isBlocked()).isTrue();
            assertThat(plan.findings().withCode(PlanFinding.NODE_OUT_OF_SIGHT.code())).hasSize(1);
            assertThat(plan.findings().render()).contains(node, host);
          }
        }
        cluster.simulator.interventions().host(host, true);
      }
    }
  }

  /** The cluster does not go on for the sake of a control plane that was to go too. */
  @ParameterizedTest
  @EnumSource
  void wholeClusterGoesButForTheHost(Files files) {
    try (SimulatedCluster cluster = provisioned(files)) {
      String host = host(cluster, "cp-3");
      Map<Integer, String> there = new TreeMap<>();
      cluster.simulator.inspect().vms().values().stream()
          .filter(vm -> vm.host().equals(host) && !"1".equals(vm.config().get("template")))
          .forEach(vm -> there.put(vm.id(), vm.name()));
      cluster.simulator.interventions().host(host, false);
      try (ClusterSession session = cluster.session()) {
        Plan plan = session.planDestruction(NodeSelection.all(), false, true);

        assertThat(plan.isBlocked()).as(plan.findings().render()).isFalse();
        Set<NodeName> going =
            plan.changes(DestroyVm.class).stream()
                .map(end -> end.vm().node())
                .collect(Collectors.toSet());
        assertThat(session.goesOnWithout(NodeSelection.all(), going)).isFalse();
        assertThat(session.goesOnWithout(only("cp-1", "cp-2"), going)).isTrue();
        there.forEach(
            (id, name) -> assertThat(plan.findings().render()).contains(id + " on " + host));
        assertThat(session.apply(plan, ApplyOptions.defaults(), ApplyLog.SILENT).complete())
            .isTrue();
      }
      assertThat(vms(cluster).keySet()).containsAll(there.values());
    }
  }

  @ParameterizedTest
  @EnumSource
  void everyNodeIsShownOnce(Files files) {
    try (SimulatedCluster cluster = provisioned(files)) {
      String host = host(cluster, "worker-1");
      cluster.simulator.interventions().host(host, false);
      try (ClusterSession session = cluster.session()) {
        List<NodeStatus> nodes = session.status();

        assertThat(nodes)
            .extracting(node -> node.node().value())
            .containsExactly("cp-1", "cp-2", "cp-3", "worker-1", "worker-2");
        assertThat(nodes)
            .filteredOn(node -> host(cluster, node.node().value()).equals(host))
            .allSatisfy(
                node -> {
                  assertThat(node.state()).isEqualTo(NodeStatus.State.UNREACHABLE);
                  assertThat(node.host()).contains(HostName.of(host));
                });
        assertThat(nodes)
            .filteredOn(node -> !host(cluster, node.node().value()).equals(host))
            .extracting(NodeStatus::state)
            .containsOnly(NodeStatus.State.RUNNING);
      }
    }
  }

  /** Cleaning and leftovers pass over what nobody can look at; nothing becomes a node meanwhile. */
  @ParameterizedTest
  @EnumSource
  void nothingElseTouchesWhatIsHidden(Files files) {
    try (SimulatedCluster cluster = provisioned(files)) {
      String host = host(cluster, "worker-2");
      cluster.stranger(777, host.equals("pve1") ? "pve3" : "pve1", Map.of("name", "other"));
      cluster.simulator.interventions().host(host, false);
      Map<String, List<Integer>> before = vms(cluster);
      try (ClusterSession session = cluster.session()) {
        Plan cleaning = session.planTemplateCleaning(0, true);
        Plan leftovers = session.planLeftovers();
        Plan stranger = session.planAdoption(Map.of("777", NodeName.of("worker-2"))).marks();
        Plan hidden =
            session
                .planAdoption(
                    Map.of(vms(cluster).get("worker-2").get(0).toString(), NodeName.of("worker-2")))
                .marks();

        for (Plan plan : List.of(cleaning, leftovers)) {
          assertThat(plan.isBlocked()).as(plan.findings().render()).isFalse();
          assertThat(session.apply(plan, ApplyOptions.defaults(), ApplyLog.SILENT).complete())
              .isTrue();
        }
        assertThat(stranger.isBlocked()).isTrue();
        assertThat(stranger.findings().render()).contains("worker-2 may have a VM already", host);
        assertThat(hidden.isBlocked()).isTrue();
        assertThat(hidden.findings().render()).contains("host " + host + " is down");
      }
      assertThat(vms(cluster)).isEqualTo(before);
    }
  }

  /** Nobody waits for a host that somebody has to bring back. */
  @Test
  void bootstrapConfiguresTheOthersAndNamesTheHost() {
    TalosOptions patient = TalosOptions.defaults().withPatience(Duration.ofMinutes(5));
    try (TalosWorld world = new TalosWorld("1.12.4", 1, 2)) {
      world.cluster.nodes(
          """
          nodes:
            - {name: cp-1, controller: true, proxmox_node: pve1, memory: 2048, vm_id: 2000,
               address: 192.168.22.10}
            - {name: worker-1, proxmox_node: pve2, memory: 2048, vm_id: 3000,
               address: 192.168.22.20}
            - {name: worker-2, proxmox_node: pve3, memory: 2048, vm_id: 3001,
               address: 192.168.22.21}
          """);
      world.provisioned();
      world.simulator.interventions().host("pve2", false);

      TalosFlowException told =
          catchThrowableOfType(
              TalosFlowException.class,
              () -> world.talos(talos -> talos.bootstrap(patient, TalosLog.SILENT)));

      assertThat(told).hasMessageContaining("All other nodes run");
      assertThat(told.lastSeen()).containsOnlyKeys(NodeName.of("worker-1"));
      assertThat(told.getMessage()).contains("pve2", "bring that back");
    }
  }

  /** The hidden one may have etcd's data, and says so no sooner for being waited for. */
  @Test
  void bootstrapDoesNotWaitForAControlPlaneOnTheHost() {
    try (TalosWorld world = new TalosWorld("1.12.4", 1, 0)) {
      world.cluster.nodes(
          """
          nodes:
            - {name: cp-1, controller: true, proxmox_node: pve1, memory: 2048, vm_id: 2000,
               address: 192.168.22.10}
            - {name: cp-2, controller: true, proxmox_node: pve2, memory: 2048, vm_id: 2001,
               address: 192.168.22.11}
            - {name: cp-3, controller: true, proxmox_node: pve3, memory: 2048, vm_id: 2002,
               address: 192.168.22.12}
          """);
      world.provisioned();
      world.simulator.interventions().host("pve2", false);

      Waited waited = new Waited();
      TalosOptions patient = TalosOptions.defaults().withPatience(Duration.ofHours(1));
      TalosFlowException told;
      try (ClusterSession session = world.cluster.session().pacedBy(waited)) {
        TalosSession talos =
            session.talos(TalosWorld.SECRETS, HurriedSessions.patiently(world.dialer()));
        told =
            catchThrowableOfType(
                TalosFlowException.class, () -> talos.bootstrap(patient, TalosLog.SILENT));
      }

      assertThat(waited.inAll()).isLessThan(Duration.ofMinutes(10));
      assertThat(told).hasMessageContaining("only when all control planes answer");
      assertThat(told.lastSeen()).containsOnlyKeys(NodeName.of("cp-2"));
      assertThat(told.getMessage()).contains("pve2", "bring that back");
    }
  }

  /** Spends no time, and counts it. */
  private static final class Waited implements Pacing {
    private final AtomicLong nanos = new AtomicLong();

    Duration inAll() {
      return Duration.ofNanos(nanos.get());
    }

    @Override
    public long nanos() {
      return nanos.get();
    }

    @Override
    public void pause(Duration time) {
      nanos.addAndGet(time.toNanos());
    }
  }

  /** Which node it is nobody knows, so it may have etcd; the files have nothing to do with that. */
  @Test
  void etcdIsNotBegunBesideOneThatIsHidden() {
    try (TalosWorld world = new TalosWorld("1.12.4", 1, 2)) {
      world.provisioned();
      world.simulator.interventions().host(host(world.cluster, "worker-1"), false);

      TalosFlowException told =
          catchThrowableOfType(
              TalosFlowException.class,
              () ->
                  world.talos(talos -> talos.bootstrap(TalosOptions.defaults(), TalosLog.SILENT)));

      assertThat(told).hasMessageContaining("etcd was not bootstrapped");
      assertThat(told.getMessage())
          .contains("VM " + world.vm("worker-1"), "Bring the host back")
          .doesNotContain("into the files", "destroyCluster", "no longer name");
    }
  }

  /** A run of an earlier version made the node elsewhere, and the host came back with its clone. */
  private static void comeBack(SimulatedCluster cluster, Map<String, String> more) {
    Map<String, String> config = new TreeMap<>(more);
    config.put("name", "worker-2");
    config.put("description", "talosforge: cluster=0123456789abcdef node=worker-2 vm=3050");
    config.put("tags", "talosforge-template");
    cluster.stranger(3050, "pve3", config);
  }

  @Test
  void cloneThatNeverStartedIsRetiredByItsOwnWord() {
    try (SimulatedCluster cluster = provisioned(Files.NOTHING)) {
      Map<String, List<Integer>> before = vms(cluster);
      comeBack(cluster, Map.of());
      Plan plan = cluster.plan();

      assertThat(plan.isBlocked()).isTrue();
      assertThat(plan.findings().withCode(PlanFinding.NODE_HAS_TWO_VMS.code()))
          .singleElement()
          .satisfies(
              told ->
                  assertThat(told.suggestion())
                      .isEqualTo("Have that removed: removeLeftovers --confirm=demo"));
      try (ClusterSession session = cluster.session()) {
        Plan leftovers = session.planLeftovers();
        assertThat(leftovers.changes(DestroyVm.class))
            .singleElement()
            .satisfies(end -> assertThat(end.vm().vmId()).isEqualTo(VmId.of(3050)));
        assertThat(session.apply(leftovers, ApplyOptions.defaults(), ApplyLog.SILENT).complete())
            .isTrue();
      }
      assertThat(vms(cluster)).isEqualTo(before);
      assertThat(cluster.plan().isBlocked()).isFalse();
    }
  }

  @Test
  void whatSomebodyAddedToItKeepsIt() {
    for (Map<String, String> more :
        List.of(
            Map.of("scsi3", "local-zfs:vm-3050-disk-9,size=1G"),
            Map.of("unused0", "local-zfs:vm-3050-disk-9"),
            Map.of("protection", "1"))) {
      try (SimulatedCluster cluster = provisioned(Files.NOTHING)) {
        comeBack(cluster, more);
        try (ClusterSession session = cluster.session()) {
          Plan leftovers = session.planLeftovers();

          assertThat(leftovers.changes(DestroyVm.class)).isEmpty();
          assertThat(leftovers.findings().render()).contains("not as it was made");
        }
      }
    }
  }

  /** Which one is the node nobody can tell while neither runs. */
  @Test
  void besideOneThatIsOffNothingIsRetired() {
    try (SimulatedCluster cluster = provisioned(Files.NOTHING)) {
      cluster.edit(vms(cluster).get("worker-2").get(0), vm -> vm.process(null));
      comeBack(cluster, Map.of());
      try (ClusterSession session = cluster.session()) {
        assertThat(session.planLeftovers().changes(DestroyVm.class)).isEmpty();
      }
    }
  }
}
