package io.github.talosforge.provision;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.ClusterSession;
import io.github.talosforge.apply.ApplyLog;
import io.github.talosforge.apply.ApplyOptions;
import io.github.talosforge.apply.ApplyResult;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.plan.AdoptVm;
import io.github.talosforge.plan.Adoption;
import io.github.talosforge.plan.PlanText;
import io.github.talosforge.simulator.inspect.VmState;
import io.github.talosforge.simulator.journal.RecordedCall;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** VMs that somebody else made become nodes: looked at first, then marked, and nothing else. */
class AdoptionTest {
  private static final Set<String> MARKS =
      Set.of("name", "tags", "description", "smbios1", "digest");

  private static final String NODES =
      """
      nodes:
        - {name: cp-1, controller: true, vm_cores: 2, proxmox_node: pve1}
      """;

  /** A cluster whose VM has lost every mark, as if somebody else had made it. */
  private static SimulatedCluster withForeignVm(String name) {
    SimulatedCluster cluster = SimulatedCluster.start().nodes(NODES);
    assertThat(cluster.provision().complete()).isTrue();
    int id = vm(cluster).id();
    cluster
        .simulator
        .world()
        .locked(
            () -> {
              Map<String, String> config = cluster.simulator.world().vms().get(id).config();
              config.put("name", name);
              config.put("tags", "prod");
              config.put("description", "made by hand\nsecond line");
              config.put("smbios1", "uuid=11111111-2222-3333-4444-555555555555");
              config.put("cores", "3");
              cluster.simulator.world().vms().get(id).touch();
              return id;
            });
    return cluster;
  }

  private static VmState vm(SimulatedCluster cluster) {
    return cluster.simulator.inspect().vms().values().stream()
        .filter(vm -> !"1".equals(vm.config().get("template")))
        .findFirst()
        .orElseThrow();
  }

  private static Adoption plan(SimulatedCluster cluster, String vm, String node) {
    try (ClusterSession session = cluster.session()) {
      return session.planAdoption(Map.of(vm, NodeName.of(node)));
    }
  }

  private static ApplyResult adopt(SimulatedCluster cluster, Adoption adoption) {
    try (ClusterSession session = cluster.session()) {
      return session.apply(adoption.marks(), ApplyOptions.defaults(), ApplyLog.SILENT);
    }
  }

  private static Map<String, String> unmarked(VmState vm) {
    Map<String, String> config = new TreeMap<>(vm.config());
    config.keySet().removeAll(MARKS);
    return config;
  }

  @ParameterizedTest
  @ValueSource(strings = {"2000", "old-master"})
  void complaint25_vmIsFoundByNumberOrNameAndGetsItsMarksOnly(String wish) {
    try (SimulatedCluster cluster = withForeignVm("old-master")) {
      Map<String, String> before = unmarked(vm(cluster));
      long mark = cluster.simulator.journal().count();

      Adoption adoption = plan(cluster, wish, "cp-1");

      assertThat(cluster.simulator.journal().since(mark)).noneMatch(RecordedCall::isWrite);
      assertThat(adoption.marks().isBlocked()).as(adoption.marks().findings().render()).isFalse();
      assertThat(adoption.marks().changes()).singleElement().isInstanceOf(AdoptVm.class);
      assertThat(PlanText.render(adoption.marks(), false))
          .contains("becomes a node of this cluster", "old-master → cp-1");
      assertThat(PlanText.render(adoption.later(), false)).contains("cores", "3 → 2");

      assertThat(adopt(cluster, adoption).complete()).isTrue();

      VmState now = vm(cluster);
      assertThat(unmarked(now)).isEqualTo(before);
      assertThat(now.name()).isEqualTo("cp-1");
      assertThat(now.config().get("tags")).isEqualTo("prod;talosforge;talosforge-demo");
      assertThat(now.config().get("description"))
          .startsWith("talosforge: cluster=0123456789abcdef node=cp-1 vm=2000\nmade by hand");
      assertThat(cluster.simulator.journal().since(mark).stream().filter(RecordedCall::isWrite))
          .hasSize(1);
    }
  }

  @Test
  void afterwardsItIsTheNodeAndTheUuidWaitsForARestart() {
    try (SimulatedCluster cluster = withForeignVm("cp-1")) {
      assertThat(cluster.plan().isBlocked()).isTrue();

      assertThat(adopt(cluster, plan(cluster, "cp-1", "cp-1")).complete()).isTrue();

      assertThat(cluster.plan().isBlocked()).as(cluster.plan().findings().render()).isFalse();
      assertThat(plan(cluster, "cp-1", "cp-1").marks().changes()).isEmpty();
      assertThat(cluster.provision(true).complete()).isTrue();
      assertThat(cluster.plan().changes()).isEmpty();
      assertThat(cluster.plan().waiting()).isEmpty();
      assertThat(vm(cluster).config().get("cores")).isEqualTo("2");
      assertThat(cluster.nodes()).hasSize(1);
    }
  }

  @Test
  void whatItWouldDoAfterwardsIsWhatItDoes() {
    try (SimulatedCluster cluster = withForeignVm("old-master")) {
      Adoption adoption = plan(cluster, "2000", "cp-1");
      adopt(cluster, adoption);

      assertThat(cluster.plan().changes().stream().map(change -> change.id().value()).toList())
          .isEqualTo(
              adoption.later().changes().stream().map(change -> change.id().value()).toList());
    }
  }

  @Test
  void strangersOfOtherClustersAndWrongWishesAreRefused() {
    try (SimulatedCluster cluster = withForeignVm("old-master")) {
      cluster.stranger(
          700, "pve1", new HashMap<>(Map.of("name", "other", "tags", "talosforge;talosforge-x")));
      cluster.stranger(701, "pve1", new HashMap<>(Map.of("name", "twin")));
      cluster.stranger(702, "pve2", new HashMap<>(Map.of("name", "twin")));

      List.of(
              Map.entry("700", "marks of another node or cluster"),
              Map.entry("twin", "several VMs"),
              Map.entry("nobody", "no VM nobody"))
          .forEach(
              wish -> {
                Adoption adoption = plan(cluster, wish.getKey(), "cp-1");
                assertThat(adoption.marks().isBlocked()).isTrue();
                assertThat(adoption.marks().findings().render())
                    .contains("TF-VM-NOT-ADOPTABLE", wish.getValue());
              });
      assertThat(plan(cluster, "2000", "cp-9").marks().findings().render())
          .contains("have no node cp-9");
    }
  }

  @Test
  void vmThatChangedSinceIsLeftAlone() {
    try (SimulatedCluster cluster = withForeignVm("old-master")) {
      Adoption adoption = plan(cluster, "2000", "cp-1");
      cluster
          .simulator
          .world()
          .locked(
              () -> {
                cluster.simulator.world().vms().get(2000).config().put("cores", "5");
                cluster.simulator.world().vms().get(2000).touch();
                return 2000;
              });

      ApplyResult result = adopt(cluster, adoption);

      assertThat(result.complete()).isFalse();
      assertThat(result.outcomes().get(0).reason().orElseThrow())
          .contains("changed since the plan was made");
      assertThat(vm(cluster).name()).isEqualTo("old-master");
    }
  }

  @Test
  void nodeThatHasAVmGetsNoSecondOne() {
    try (SimulatedCluster cluster = SimulatedCluster.start().nodes(NODES)) {
      cluster.provision();
      cluster.stranger(701, "pve1", new HashMap<>(Map.of("name", "spare")));

      assertThat(plan(cluster, "701", "cp-1").marks().findings().render())
          .contains("Node cp-1 has a VM already");
    }
  }

  /** What its VM can look like when the node is gone: marked, without marks, in use by hand. */
  @ParameterizedTest
  @ValueSource(strings = {"renamed", "untagged", "restored", "bare", "used"})
  void whatKeepsDataNeverBecomesANode(String how) {
    try (SimulatedCluster cluster =
        SimulatedCluster.start().cluster(DataVmTest.DATA).nodes(DataVmTest.TWO)) {
      assertThat(cluster.provision().complete()).isTrue();
      String smbios = cluster.simulator.inspect().vm(30010).orElseThrow().config().get("smbios1");
      assertThat(cluster.destroy().complete()).isTrue();
      cluster.edit(30010, vm -> change(vm.config(), how));
      cluster.nodes(DataVmTest.TWO.replace("vm_id: 3001, ", ""));

      Adoption adoption = plan(cluster, "30010", "worker-1");

      assertThat(adoption.marks().changes()).isEmpty();
      assertThat(adoption.marks().findings().render())
          .contains("TF-VM-NOT-ADOPTABLE", "keeps data")
          .contains("qm set 30010 --name worker-1-data")
          .contains("--smbios1 " + smbios)
          .contains("talosforge;talosforge-demo");
    }
  }

  private static void change(Map<String, String> config, String how) {
    switch (how) {
      case "renamed" -> config.put("name", "old");
      case "untagged" -> config.remove("tags");
      case "restored" -> config.put("smbios1", "uuid=11111111-2222-3333-4444-555555555555");
      default -> {
        config.put("name", "old");
        config.remove("tags");
        config.remove("description");
        config.put("smbios1", "uuid=11111111-2222-3333-4444-555555555555");
        if (how.equals("used")) {
          config.put("scsi0", config.remove("unused0"));
        }
      }
    }
  }

  @Test
  void twoVmsCannotBecomeOneNode() {
    try (SimulatedCluster cluster = withForeignVm("old-master")) {
      cluster.stranger(700, "pve2", Map.of("name", "other"));
      try (ClusterSession session = cluster.session()) {
        Adoption adoption =
            session.planAdoption(Map.of("2000", NodeName.of("cp-1"), "700", NodeName.of("cp-1")));

        assertThat(adoption.marks().isBlocked()).isTrue();
        assertThat(adoption.marks().findings().render())
            .contains("TF-VM-NOT-ADOPTABLE", "Two VMs cannot become node cp-1");
      }
    }
  }

  @Test
  void oneVmCannotBeNamedTwice() {
    try (SimulatedCluster cluster = withForeignVm("old-master")) {
      cluster.nodes(NODES + "  - {name: cp-2, controller: true, proxmox_node: pve1}\n");
      try (ClusterSession session = cluster.session()) {
        Adoption adoption =
            session.planAdoption(
                Map.of("2000", NodeName.of("cp-1"), "old-master", NodeName.of("cp-2")));

        assertThat(adoption.marks().isBlocked()).isTrue();
        assertThat(adoption.marks().findings().render())
            .contains("VM 2000 'old-master' on pve1 is named twice");
      }
    }
  }

  /** Marks of the new name beside VMs of the old one would make two clusters of one. */
  @Test
  void underAnotherClusterNameNothingIsAdopted() {
    try (SimulatedCluster cluster =
        SimulatedCluster.start().nodes(NODES + "  - {name: worker-1, proxmox_node: pve2}\n")) {
      assertThat(cluster.provision().complete()).isTrue();
      cluster.stranger(777, "pve3", Map.of("name", "by-hand", "memory", "512"));
      cluster
          .named("lab", "0123456789abcdef")
          .nodes("nodes: [{name: lab-1, controller: true, proxmox_node: pve3}]\n");

      Adoption renamed = plan(cluster, "777", "lab-1");
      assertThat(renamed.marks().isBlocked()).isTrue();
      assertThat(renamed.marks().findings().render())
          .contains("TF-CLUSTER-RENAMED", "is node worker-1 of this cluster under another");

      cluster.simulator.interventions().host("pve1", false);
      cluster.simulator.interventions().host("pve2", false);
      Adoption hidden = plan(cluster, "777", "lab-1");
      assertThat(hidden.marks().isBlocked()).isTrue();
      assertThat(hidden.marks().findings().render())
          .contains("may be this cluster's under another cluster_name", "Bring pve1 back");
    }
  }
}
