package io.github.talosforge.provision;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.ClusterSession;
import io.github.talosforge.plan.FreeVolume;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.plan.PlanText;
import io.github.talosforge.plan.RemoveHaEntry;
import io.github.talosforge.plan.RemoveImage;
import io.github.talosforge.plan.RemoveTemplate;
import io.github.talosforge.simulator.world.HaGroup;
import io.github.talosforge.simulator.world.HaResource;
import io.github.talosforge.simulator.world.HaRule;
import io.github.talosforge.simulator.world.Vm;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What was left behind is found and, if it is provably ours, removed by its own word. */
class LeftoversTest {
  private static final String UID = "0123456789abcdef";

  private static final String WITH_DISK =
      """
      nodes:
        - {name: cp-1, controller: true, proxmox_node: pve1, extra_disks: [{size: 8G}]}
      """;
  private static final String WITHOUT =
      """
      nodes:
        - {name: cp-1, controller: true, proxmox_node: pve1}
      """;

  private static Plan leftovers(SimulatedCluster cluster) {
    try (ClusterSession session = cluster.session()) {
      return session.planLeftovers();
    }
  }

  private static Vm vm(SimulatedCluster cluster, int id) {
    return cluster.simulator.world().vms().get(id);
  }

  @Test
  void healthyClusterHasNone() {
    try (SimulatedCluster cluster = SimulatedCluster.start().nodes(WITHOUT)) {
      cluster.provision();
      Plan plan = leftovers(cluster);
      assertThat(plan.changes()).as(PlanText.render(plan, false)).isEmpty();
    }
  }

  @Test
  void detachedDiskOfANodeIsFreedAndThatOfAStrangerStays() {
    try (SimulatedCluster cluster = SimulatedCluster.start().nodes(WITH_DISK)) {
      cluster.provision();
      cluster.nodes(WITHOUT);
      cluster.provision();
      assertThat(vm(cluster, 2000).config()).containsKey("unused0");
      String volume = vm(cluster, 2000).config().get("unused0");
      cluster.stranger(
          500, "pve1", Map.of("name", "database", "unused0", "local-zfs:vm-500-disk-0"));

      Plan plan = leftovers(cluster);

      assertThat(plan.changes())
          .singleElement()
          .isInstanceOfSatisfying(
              FreeVolume.class, free -> assertThat(free.volume()).isEqualTo(volume));
      assertThat(PlanText.render(plan, false)).contains("removed for ever", volume);
      assertThat(cluster.apply(plan).complete()).isTrue();
      assertThat(vm(cluster, 2000).config()).doesNotContainKey("unused0");
      assertThat(vm(cluster, 500).config()).containsKey("unused0");
      assertThat(cluster.simulator.inspect().orphans()).isEmpty();
      assertThat(leftovers(cluster).changes()).isEmpty();
    }
  }

  @Test
  void volumeWithoutAVmIsNamedButNotTouched() {
    try (SimulatedCluster cluster = SimulatedCluster.start().nodes(WITHOUT)) {
      cluster.provision();
      cluster.simulator.world().vms().remove(2000);

      Plan plan = leftovers(cluster);

      assertThat(plan.findings().render()).contains("TF-VOLUME-UNCLAIMED", "vm-2000-");
      assertThat(plan.changes(FreeVolume.class)).isEmpty();
    }
  }

  @Test
  void entriesOfVmsThatAreGoneAreRemovedAndOthersStay() {
    try (SimulatedCluster cluster = SimulatedCluster.start().nodes(WITHOUT)) {
      cluster.provision();
      var ha = cluster.simulator.world().ha();
      ha.resources().put("vm:2050", resource("vm:2050", "Talosforge, cluster " + UID));
      ha.resources().put("vm:2051", resource("vm:2051", "Talosforge, cluster fedcba9876543210"));
      ha.resources().put("vm:2052", resource("vm:2052", null));
      String rule = "talosforge-" + UID + "-worker";
      ha.rules().put(rule, rule(rule, "vm:2050"));
      ha.rules().put("other", rule("other", "vm:2052"));

      Plan plan = leftovers(cluster);

      assertThat(plan.changes(RemoveHaEntry.class))
          .extracting(RemoveHaEntry::name)
          .containsExactlyInAnyOrder("vm:2050", rule);
      assertThat(cluster.apply(plan).complete()).isTrue();
      assertThat(ha.resources().keySet()).containsExactly("vm:2051", "vm:2052");
      assertThat(ha.rules().keySet()).containsExactly("other");
      assertThat(leftovers(cluster).changes()).isEmpty();
    }
  }

  private static HaResource resource(String sid, String comment) {
    return new HaResource(sid, "started", null, 1, 1, true, comment, false);
  }

  private static HaRule rule(String name, String sid) {
    return new HaRule(
        name, "resource-affinity", List.of(sid), Map.of(), false, "negative", false, null);
  }

  @Test
  void templatesAndImagesThatAnotherVersionReplacedGo() {
    try (SimulatedCluster cluster =
        SimulatedCluster.start().cluster("clone: full\n").talos("1.12.3").nodes(WITHOUT)) {
      cluster.provision();
      cluster.destroy();
      cluster.talos("1.12.4");
      cluster.provision();

      Plan plan = leftovers(cluster);

      assertThat(plan.changes(RemoveTemplate.class)).hasSize(1);
      assertThat(plan.changes(RemoveImage.class)).hasSize(1);
      assertThat(cluster.apply(plan).complete()).isTrue();
      assertThat(leftovers(cluster).changes()).isEmpty();
      assertThat(cluster.plan().changes()).isEmpty();
    }
  }

  @Test
  void emptyGroupOfThisClusterGoes() {
    try (SimulatedCluster cluster =
        new SimulatedCluster(
                io.github.talosforge.simulator.Simulator.builder()
                    .hosts(3)
                    .personality(io.github.talosforge.simulator.world.Personality.PVE_8_4)
                    .timeScale(0)
                    .start())
            .nodes(WITHOUT)) {
      cluster.provision();
      String name = "talosforge-" + UID + "-pve1";
      var groups = cluster.simulator.world().ha().groups();
      groups.put(name, new HaGroup(name, Map.of("pve1", 2), false, false, null));
      groups.put("others", new HaGroup("others", Map.of("pve1", 2), false, false, null));

      assertThat(cluster.apply(leftovers(cluster)).complete()).isTrue();

      assertThat(groups.keySet()).containsExactly("others");
    }
  }
}
