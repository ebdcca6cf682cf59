package io.github.talosforge.provision;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.ClusterSession;
import io.github.talosforge.apply.ApplyResult;
import io.github.talosforge.apply.Outcome;
import io.github.talosforge.plan.FreeVolume;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.plan.PlanFinding;
import io.github.talosforge.plan.PlanText;
import io.github.talosforge.plan.RemoveDisc;
import io.github.talosforge.plan.RemoveHaEntry;
import io.github.talosforge.simulator.world.HaGroup;
import io.github.talosforge.simulator.world.HaResource;
import io.github.talosforge.simulator.world.HaRule;
import io.github.talosforge.simulator.world.Vm;
import io.github.talosforge.simulator.world.Volume;
import io.github.talosforge.simulator.world.World;
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
      cluster.provision(true);
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
  void diskThatItsOwnVmDoesNotNameIsNamedWithTheCommandThatFindsIt() {
    try (SimulatedCluster cluster = SimulatedCluster.start().nodes(WITH_DISK)) {
      cluster.provision();
      cluster.edit(2000, vm -> vm.config().remove("scsi16"));
      cluster.nodes(WITHOUT);

      Plan plan = leftovers(cluster);

      assertThat(plan.findings().render())
          .contains("TF-VOLUME-UNCLAIMED", "a disk of VM 2000", "qm disk rescan --vmid 2000");
      assertThat(plan.changes()).isEmpty();
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

  private static void volume(SimulatedCluster cluster, String host, String name, int owner) {
    put(cluster, "local-zfs", host, name, "images", owner);
  }

  private static void cd(SimulatedCluster cluster, String name) {
    put(cluster, "local", "pve1", name, "iso", 0);
  }

  private static void put(
      SimulatedCluster cluster,
      String storage,
      String host,
      String name,
      String content,
      int owner) {
    Volume volume =
        new Volume(
            storage, host, name, content, "raw", 1, 1, owner, null, 0, null, Map.of(), Map.of());
    World world = cluster.simulator.world();
    Volume unused =
        world.locked(
            () -> {
              world.volumes().put(volume);
              return volume;
            });
  }

  private static List<String> messages(Plan plan, PlanFinding kind) {
    return plan.findings().findings().stream()
        .filter(finding -> finding.code().equals(kind.code()))
        .map(finding -> finding.message() + " " + finding.suggestion())
        .toList();
  }

  @Test
  void volumeThatAnyVmHasAttachedIsNoLeftover() {
    try (SimulatedCluster cluster = SimulatedCluster.start().nodes(WITHOUT)) {
      cluster.provision();
      volume(cluster, "pve1", "vm-9999-pvc-0815", 9999);
      volume(cluster, "pve1", "vm-9998-disk-0", 9998);
      volume(cluster, "pve2", "vm-2050-disk-0", 2050);
      cluster.edit(2000, vm -> vm.config().put("scsi7", "local-zfs:vm-9998-disk-0,size=1G"));

      assertThat(messages(leftovers(cluster), PlanFinding.VOLUME_UNCLAIMED))
          .singleElement()
          .asString()
          .contains("Volume local-zfs:vm-2050-disk-0 of host pve2")
          .contains("run on host pve2: pvesm free local-zfs:vm-2050-disk-0");
    }
  }

  @Test
  void volumesOfDataVmsThatAreGoneAreNamedToo() {
    try (SimulatedCluster cluster = SimulatedCluster.start().nodes(WITHOUT)) {
      cluster.provision();
      volume(cluster, "pve1", "vm-20010-etcd", 20010);

      assertThat(messages(leftovers(cluster), PlanFinding.VOLUME_UNCLAIMED))
          .singleElement()
          .asString()
          .contains("vm-20010-etcd");
    }
  }

  @Test
  void nothingIsAdvisedWhileAVmCannotBeRead() {
    try (SimulatedCluster cluster = SimulatedCluster.start().nodes(WITH_DISK)) {
      cluster.provision();
      cluster.nodes(WITHOUT);
      cluster.provision(true);
      volume(cluster, "pve1", "vm-2050-disk-0", 2050);
      cluster.stranger(500, "pve2", Map.of("name", "database"));
      cluster.simulator.interventions().host("pve2", false);

      Plan plan = leftovers(cluster);

      assertThat(messages(plan, PlanFinding.VOLUME_UNCLAIMED)).isEmpty();
      assertThat(plan.changes()).isEmpty();
      assertThat(messages(plan, PlanFinding.USE_UNKNOWN))
          .hasSize(2)
          .allMatch(text -> text.contains("VM 500"));
    }
  }

  @Test
  void detachedDiskThatAnotherVmUsesStays() {
    try (SimulatedCluster cluster = SimulatedCluster.start().nodes(WITH_DISK)) {
      cluster.provision();
      cluster.nodes(WITHOUT);
      cluster.provision(true);
      Plan before = leftovers(cluster);
      String volume = vm(cluster, 2000).config().get("unused0");
      cluster.stranger(500, "pve1", Map.of("name", "database", "scsi3", volume + ",size=8G"));

      Plan plan = leftovers(cluster);
      ApplyResult late = cluster.apply(before);

      assertThat(plan.changes()).isEmpty();
      assertThat(messages(plan, PlanFinding.VOLUME_SHARED))
          .singleElement()
          .asString()
          .contains(volume, "VM 500 'database' on pve1 as scsi3");
      assertThat(late.ended(Outcome.Ending.FAILED))
          .singleElement()
          .satisfies(
              failed ->
                  assertThat(failed.reason().orElseThrow())
                      .contains("was not freed", "'database'"));
      assertThat(vm(cluster, 2000).config()).containsKey("unused0");
    }
  }

  @Test
  void cdWithSecretsIsRemovedAlthoughTheFilesAskForNone() {
    String disc = "iso/talosforge-cidata_" + UID + "_cp-1_0123456789abcdef.iso";
    try (SimulatedCluster cluster = SimulatedCluster.start().nodes(WITHOUT)) {
      cluster.provision();
      cd(cluster, disc);

      Plan plan = leftovers(cluster);

      assertThat(plan.changes()).singleElement().isInstanceOf(RemoveDisc.class);
      assertThat(cluster.apply(plan).complete()).isTrue();
      assertThat(leftovers(cluster).changes()).isEmpty();

      cd(cluster, disc);
      assertThat(cluster.destroy().complete()).isTrue();
      assertThat(cluster.simulator.inspect().volumes())
          .noneMatch(volume -> volume.volid().contains("cidata"));
    }
  }

  @Test
  void cdThatMayNotBeRemovedIsNamedWithTheRightAndTheRestGoes() {
    String disc = "iso/talosforge-cidata_" + UID + "_cp-1_0123456789abcdef.iso";
    try (SimulatedCluster cluster = SimulatedCluster.start().nodes(WITH_DISK)) {
      cluster.provision();
      cluster.nodes(WITHOUT);
      cluster.provision(true);
      cd(cluster, disc);
      cluster.as(Rights.everythingBut(cluster.simulator, "Datastore.Allocate"));

      Plan plan = leftovers(cluster);

      assertThat(plan.isBlocked()).as(plan.findings().render()).isFalse();
      assertThat(plan.changes()).singleElement().isInstanceOf(FreeVolume.class);
      assertThat(messages(plan, PlanFinding.REMOVAL_NOT_ALLOWED))
          .singleElement()
          .asString()
          .contains("Datastore.Allocate on /storage/local", "pvesm free local:" + disc);
    }
  }

  @Test
  void entryOfAVmThatIsBackStays() {
    try (SimulatedCluster cluster = SimulatedCluster.start().nodes(WITHOUT)) {
      cluster.provision();
      var ha = cluster.simulator.world().ha();
      ha.resources().put("vm:2050", resource("vm:2050", "Talosforge, cluster " + UID));
      Plan plan = leftovers(cluster);
      cluster.stranger(2050, "pve1", Map.of("name", "mail"));

      ApplyResult result = cluster.apply(plan);

      assertThat(result.ended(Outcome.Ending.FAILED))
          .singleElement()
          .satisfies(
              failed ->
                  assertThat(failed.reason().orElseThrow()).contains("There is a VM 2050 by now"));
      assertThat(ha.resources()).containsKey("vm:2050");
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
  void templatesAndImagesShowNoClusterSoTheyAreOnlyNamed() {
    try (SimulatedCluster cluster =
        SimulatedCluster.start().cluster("clone: full\n").talos("1.12.3").nodes(WITHOUT)) {
      cluster.provision();
      cluster.destroy();
      cluster.talos("1.12.4");
      cluster.provision();

      Plan plan = leftovers(cluster);

      assertThat(plan.changes()).isEmpty();
      assertThat(messages(plan, PlanFinding.TEMPLATE_UNUSED))
          .singleElement()
          .asString()
          .contains("talos-v1.12.3-", "cleanTemplates removes it");
      assertThat(messages(plan, PlanFinding.IMAGE_UNUSED))
          .singleElement()
          .asString()
          .contains("talos-v1.12.3-", "cleanTemplates --images removes it");
      assertThat(cluster.apply(cluster.planCleaning(1, true)).complete()).isTrue();
      assertThat(leftovers(cluster).findings().findings()).isEmpty();
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
