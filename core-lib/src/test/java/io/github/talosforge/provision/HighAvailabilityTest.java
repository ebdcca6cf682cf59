package io.github.talosforge.provision;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.ClusterSession;
import io.github.talosforge.apply.ApplyResult;
import io.github.talosforge.plan.HaChange;
import io.github.talosforge.plan.KeepApart;
import io.github.talosforge.plan.ManageHa;
import io.github.talosforge.plan.NodeSelection;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.plan.PlanText;
import io.github.talosforge.plan.ReleaseHa;
import io.github.talosforge.plan.StopStartVm;
import io.github.talosforge.simulator.Simulator;
import io.github.talosforge.simulator.journal.RecordedCall;
import io.github.talosforge.simulator.world.HaGroup;
import io.github.talosforge.simulator.world.HaResource;
import io.github.talosforge.simulator.world.HaRule;
import io.github.talosforge.simulator.world.HighAvailability;
import io.github.talosforge.simulator.world.Personality;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** High availability looks after the VMs that the files say, and after nobody else's. */
class HighAvailabilityTest {
  private static final String RULE = "talosforge-0123456789abcdef-";

  private static String nodes(String lines) {
    return """
    nodes:
      - {name: cp-1, controller: true, proxmox_node: pve1, LINES}
      - {name: cp-2, controller: true, proxmox_node: pve2, LINES}
      - {name: cp-3, controller: true, proxmox_node: pve3, LINES}
      - {name: worker-1, proxmox_node: pve1, LINES}
      - {name: worker-2, proxmox_node: pve2, LINES}
    """
        .replace("LINES", lines);
  }

  private static SimulatedCluster cluster(Personality release) {
    return new SimulatedCluster(
            Simulator.builder().hosts(3).personality(release).timeScale(0).start())
        .storage("ceph")
        .cluster("anti_affinity: true\n")
        .nodes(nodes("ha: true"));
  }

  private static HighAvailability ha(SimulatedCluster cluster) {
    return cluster.simulator.world().ha();
  }

  /** Everything that high availability knows, without the order in which it was told. */
  private static Map<String, String> state(SimulatedCluster cluster) {
    Map<String, String> state = new TreeMap<>();
    ha(cluster).resources().forEach((sid, resource) -> state.put(sid, resource.toString()));
    ha(cluster)
        .groups()
        .forEach((name, group) -> state.put(name, new TreeMap<>(group.nodes()) + ""));
    ha(cluster)
        .rules()
        .forEach((name, rule) -> state.put(name, rule.affinity() + sorted(rule.resources())));
    return state;
  }

  private static List<String> sorted(List<String> values) {
    return values.stream().sorted().toList();
  }

  @ParameterizedTest
  @EnumSource
  void secondRunFindsEverythingWithTwoMoreReads(Personality release) {
    try (SimulatedCluster cluster = cluster(release)) {
      assertThat(cluster.provision().complete()).isTrue();

      assertThat(ha(cluster).resources()).hasSize(5);
      assertThat(ha(cluster).resources().values())
          .allMatch(resource -> resource.state().equals("started"));
      long mark = cluster.simulator.journal().count();
      Plan second = cluster.plan();
      assertThat(second.changes()).as(PlanText.render(second, false)).isEmpty();
      assertThat(second.unchanged()).hasSize(5);
      assertThat(cluster.simulator.journal().since(mark))
          .noneMatch(RecordedCall::isWrite)
          .hasSize(3 + 3 + 5 + 2);
    }
  }

  @Test
  void nobodyReadsAnythingOfItWhereNothingAsksForIt() {
    try (SimulatedCluster cluster = cluster(Personality.PVE_9_1)) {
      cluster.cluster("").nodes(nodes("ha: false"));
      assertThat(cluster.provision().complete()).isTrue();
      assertThat(cluster.simulator.journal().since(0))
          .noneMatch(call -> call.path().contains("/cluster/ha/"));
    }
  }

  @Test
  void complaint28_oneRuleForEachRoleKeepsItsVmsApart() {
    try (SimulatedCluster cluster = cluster(Personality.PVE_9_1)) {
      Plan plan = cluster.plan();
      assertThat(PlanText.render(plan, false))
          .contains("high availability looks after it: 1 restart, then 1 move")
          .contains("+ rule " + RULE + "controlplane")
          .contains("on different hosts")
          .contains("5 to create, 2 to change");

      cluster.provision();

      assertThat(ha(cluster).rules().keySet())
          .containsExactly(RULE + "controlplane", RULE + "worker");
      assertThat(ha(cluster).rules().values()).allMatch(rule -> "negative".equals(rule.affinity()));
      assertThat(ha(cluster).rules().get(RULE + "controlplane").resources()).hasSize(3);
    }
  }

  @Test
  void before9EachVmPrefersTheHostThatItIsOn() {
    try (SimulatedCluster cluster = cluster(Personality.PVE_8_4)) {
      cluster.provision();

      assertThat(ha(cluster).groups().keySet())
          .containsExactly(RULE + "pve1", RULE + "pve2", RULE + "pve3");
      assertThat(ha(cluster).groups().get(RULE + "pve2").nodes())
          .isEqualTo(Map.of("pve1", 1, "pve2", 2, "pve3", 1));
      assertThat(ha(cluster).groups().get(RULE + "pve2").restricted()).isFalse();
      cluster
          .nodes()
          .forEach(
              (vm, values) ->
                  assertThat(ha(cluster).resources().get("vm:" + vm.split(" ", -1)[0]).group())
                      .isEqualTo(RULE + values.get("(host)")));

      cluster.cluster("");
      assertThat(cluster.provision().complete()).isTrue();
      assertThat(ha(cluster).groups()).isEmpty();
      assertThat(ha(cluster).resources().values()).allMatch(resource -> resource.group() == null);
      assertThat(cluster.plan().changes()).isEmpty();
    }
  }

  /** A run that ended before it removed the groups leaves no VM that shows them. */
  @Test
  void emptyGroupsAreRemovedThoughNothingAsksForHighAvailability() {
    try (SimulatedCluster cluster = cluster(Personality.PVE_8_4)) {
      cluster.cluster("").nodes(nodes("ha: false"));
      cluster.provision();
      long mark = cluster.simulator.journal().count();
      assertThat(cluster.plan().changes()).isEmpty();
      assertThat(cluster.simulator.journal().since(mark)).hasSize(3 + 3 + 5 + 1);
      ha(cluster).groups().put(RULE + "pve1", group(RULE + "pve1"));
      ha(cluster).groups().put("database", group("database"));

      assertThat(PlanText.render(cluster.plan(), false)).contains("- group " + RULE + "pve1");
      assertThat(cluster.provision().complete()).isTrue();

      assertThat(ha(cluster).groups().keySet()).containsExactly("database");
      assertThat(cluster.plan().changes()).isEmpty();
    }
  }

  private static HaGroup group(String name) {
    return new HaGroup(name, Map.of("pve1", 2), false, false, null);
  }

  @Test
  void moreNodesThanHostsAreNotKeptApartAndThatIsSaid() {
    try (SimulatedCluster cluster = cluster(Personality.PVE_9_1)) {
      cluster.nodes(
          nodes("ha: true")
              + """
                - {name: worker-3, ha: true}
                - {name: worker-4, ha: true}
              """);

      Plan plan = cluster.plan();

      assertThat(plan.findings().render()).contains("TF-ANTI-AFFINITY-LEFT-OUT", "4 nodes");
      assertThat(plan.changes(KeepApart.class))
          .extracting(KeepApart::name)
          .containsExactly(RULE + "controlplane");
    }
  }

  @Test
  void otherLimitsAreChangedInPlace() {
    try (SimulatedCluster cluster = cluster(Personality.PVE_9_1)) {
      cluster.provision();
      cluster.nodes(nodes("ha: true, ha_max_restart: 3"));

      Plan plan = cluster.plan();

      assertThat(plan.changes()).hasSize(5).allMatch(ManageHa.class::isInstance);
      assertThat(cluster.apply(plan).complete()).isTrue();
      assertThat(ha(cluster).resources().values())
          .extracting(HaResource::maxRestart)
          .containsOnly(3);
      assertThat(cluster.plan().changes()).isEmpty();
    }
  }

  @Test
  void whatTheFilesNoLongerWantIsReleasedAndSomebodyElsesEntriesStay() {
    try (SimulatedCluster cluster = cluster(Personality.PVE_9_1)) {
      cluster.provision();
      cluster.stranger(777, "pve1", Map.of("name", "database"));
      HighAvailability live = ha(cluster);
      live.resources()
          .put("vm:777", new HaResource("vm:777", "started", null, 1, 1, true, null, false));
      live.rules()
          .put(
              "database",
              new HaRule(
                  "database",
                  "resource-affinity",
                  List.of("vm:777", live.resources().keySet().iterator().next()),
                  Map.of(),
                  false,
                  "negative",
                  false,
                  null));
      cluster.cluster("").nodes(nodes("ha: false"));

      Plan plan = cluster.plan();
      assertThat(plan.changes(ReleaseHa.class)).hasSize(5);
      assertThat(plan.changes(HaChange.class)).hasSize(2);
      ApplyResult result = cluster.apply(plan);
      assertThat(result.complete()).as(result.outcomes().toString()).isTrue();

      assertThat(live.resources().keySet()).containsExactly("vm:777");
      assertThat(live.rules().keySet()).containsExactly("database");
      assertThat(cluster.plan().changes()).isEmpty();
    }
  }

  @Test
  void vmThatSomebodyElseHasLookedAfterStaysSo() {
    try (SimulatedCluster cluster = cluster(Personality.PVE_9_1)) {
      cluster.cluster("").nodes(nodes("ha: false"));
      cluster.provision();
      int id = cluster.simulator.inspect().vms().keySet().iterator().next();
      ha(cluster)
          .resources()
          .put("vm:" + id, new HaResource("vm:" + id, "started", null, 2, 2, true, null, false));

      assertThat(cluster.plan().changes()).isEmpty();
    }
  }

  @Test
  void localDrivesAreRefusedBeforeAnythingIsWritten() {
    try (SimulatedCluster cluster = cluster(Personality.PVE_9_1).storage("local-zfs")) {
      Plan plan = cluster.plan();

      assertThat(plan.isBlocked()).isTrue();
      assertThat(plan.findings().render())
          .contains("TF-HA-LOCAL-DRIVES", "scsi0 on local-zfs", "efidisk0 on local-zfs");
      assertThat(cluster.simulator.journal().writes()).isEmpty();
    }
  }

  /** The list still shows for minutes what a VM of a dead host was called, then no more. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void nodesThatAreNotSelectedOrOutOfSightStayInTheirRule(boolean named) {
    try (SimulatedCluster cluster = cluster(Personality.PVE_9_1)) {
      cluster.provision();
      try (ClusterSession session = cluster.session()) {
        Plan plan = session.plan(new NodeSelection(List.of("cp-1"), List.of()), false);
        assertThat(plan.changes()).isEmpty();
      }
      cluster.simulator.interventions().tellNews();
      cluster.simulator.interventions().holdNews(named);
      cluster.simulator.interventions().host("pve3", false);
      if (!named) {
        cluster.simulator.interventions().tellNews();
      }
      assertThat(cluster.plan().changes()).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource
  void nodeThatTheFilesNoLongerNameKeepsItsGroup(Personality release) {
    try (SimulatedCluster cluster = cluster(release)) {
      cluster.provision();
      cluster.nodes(nodes("ha: true").replaceAll(" *- \\{name: cp-3.*\n", ""));

      ApplyResult result = cluster.provision();

      assertThat(result.complete()).as(result.outcomes().toString()).isTrue();
      assertThat(cluster.plan().isBlocked()).isFalse();
      if (release == Personality.PVE_8_4) {
        assertThat(ha(cluster).groups()).containsKey(RULE + "pve3");
        assertThat(cluster.plan().changes()).isEmpty();
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void destroyedClusterLeavesNothingBehind(Personality release) {
    try (SimulatedCluster cluster = cluster(release)) {
      cluster.provision();

      ApplyResult result = cluster.destroy();

      assertThat(result.complete()).as(result.outcomes().toString()).isTrue();
      assertThat(cluster.nodes()).isEmpty();
      assertThat(state(cluster)).isEmpty();
    }
  }

  @Test
  void vmIsStoppedAndStartedThroughTheManager() {
    try (SimulatedCluster cluster = cluster(Personality.PVE_9_1)) {
      cluster.provision();
      cluster.nodes(nodes("ha: true, vm_cores: 3"));

      ApplyResult result = cluster.provision(true);

      assertThat(result.complete()).as(result.outcomes().toString()).isTrue();
      assertThat(result.outcomes())
          .extracting(outcome -> outcome.change())
          .filteredOn(StopStartVm.class::isInstance)
          .hasSize(5);
      assertThat(ha(cluster).resources().values())
          .extracting(HaResource::state)
          .containsOnly("started");
      assertThat(cluster.nodes().values()).allMatch(vm -> vm.get("(running)").equals("true"));
      assertThat(cluster.plan().changes()).isEmpty();
      assertThat(cluster.plan().waiting()).isEmpty();
    }
  }

  @Test
  void withoutTheRightsTheyAreNamed() {
    try (SimulatedCluster cluster = cluster(Personality.PVE_9_1)) {
      cluster.as(Rights.everythingBut(cluster.simulator, "Sys.Console"));
      assertThat(cluster.plan().findings().render()).contains("Sys.Console");
    }
    try (SimulatedCluster cluster = cluster(Personality.PVE_9_1)) {
      cluster.as(Rights.everythingBut(cluster.simulator, "Sys.Audit"));
      assertThat(cluster.plan().findings().render()).contains("TF-HA-UNSEEN");
    }
  }

  private static SimulatedCluster small(Personality release) {
    return cluster(release)
        .nodes(
            """
            nodes:
              - {name: cp-1, controller: true, proxmox_node: pve1, ha: true}
              - {name: worker-1, proxmox_node: pve1, ha: true}
              - {name: worker-2, proxmox_node: pve2, ha: true}
            """);
  }

  static Stream<Arguments> writes() {
    return EveryCase.of(everyWrite());
  }

  private static Stream<Arguments> everyWrite() {
    return Stream.of(Personality.values())
        .flatMap(
            release -> {
              try (SimulatedCluster cluster = small(release)) {
                cluster.provision();
                Map<String, String> whole = state(cluster);
                int writes = cluster.simulator.journal().writes().size();
                return IntStream.rangeClosed(1, writes)
                    .mapToObj(write -> Arguments.of(release, write, whole));
              }
            });
  }

  @Tag("exhaustive")
  @ParameterizedTest(name = "{0} after write {1}")
  @MethodSource("writes")
  void runThatDiedAfterAnyWriteIsCompletedByTheNext(
      Personality release, int write, Map<String, String> whole) {
    try (SimulatedCluster cluster = small(release)) {
      DyingRun.after(cluster.simulator, write);
      cluster.provision();
      cluster.simulator.faults().clear();

      ApplyResult next = cluster.provision();

      assertThat(next.complete()).as(next.outcomes().toString()).isTrue();
      assertThat(state(cluster)).isEqualTo(whole);
      assertThat(cluster.plan().changes()).isEmpty();
    }
  }
}
