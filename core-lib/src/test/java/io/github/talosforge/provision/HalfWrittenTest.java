package io.github.talosforge.provision;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.plan.CreateVm;
import io.github.talosforge.plan.GrowDisk;
import io.github.talosforge.plan.Plan;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What Proxmox VE leaves when it could not write a VM's file to the end is completed. */
class HalfWrittenTest {
  private static final String NODE = "nodes: [{name: cp-1, controller: true, disk_size: 12}]\n";

  private static int onlyVm(SimulatedCluster cluster) {
    return cluster.simulator.inspect().vms().values().stream()
        .filter(vm -> "cp-1".equals(vm.config().get("name")))
        .findFirst()
        .orElseThrow()
        .id();
  }

  @Test
  void volumeThatGrewUnnoticedIsNoticed() {
    try (SimulatedCluster cluster = SimulatedCluster.start().nodes(NODE)) {
      assertThat(cluster.provision().complete()).isTrue();
      Map<String, Map<String, String>> whole = cluster.nodes();
      cluster.edit(
          onlyVm(cluster),
          vm -> vm.config().computeIfPresent("scsi0", (key, it) -> it.replace("12G", "4G")));

      Plan plan = cluster.plan();
      assertThat(plan.changes()).singleElement().isInstanceOf(GrowDisk.class);
      assertThat(cluster.apply(plan).complete()).isTrue();

      assertThat(cluster.plan().changes()).isEmpty();
      assertThat(cluster.nodes()).isEqualTo(whole);
    }
  }

  @Test
  void marksThatOnlyWaitAreSetAgain() {
    try (SimulatedCluster cluster = SimulatedCluster.start().nodes(NODE)) {
      assertThat(cluster.provision().complete()).isTrue();
      Map<String, Map<String, String>> whole = cluster.nodes();
      cluster.edit(
          onlyVm(cluster),
          vm -> {
            vm.process(null);
            vm.pending().put("smbios1", vm.config().get("smbios1"));
            vm.config().put("smbios1", "uuid=11111111-2222-4333-8444-555555555555");
            vm.config().remove("tags");
          });

      Plan plan = cluster.plan();
      assertThat(plan.changes()).singleElement().isInstanceOf(CreateVm.class);
      assertThat(cluster.apply(plan).complete()).isTrue();

      assertThat(cluster.plan().changes()).isEmpty();
      assertThat(cluster.nodes()).isEqualTo(whole);
    }
  }
}
