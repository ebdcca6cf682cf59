package io.github.talosforge.provision;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.apply.ApplyResult;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.simulator.Simulator;
import io.github.talosforge.simulator.world.Host;
import io.github.talosforge.simulator.world.PciDevice;
import io.github.talosforge.simulator.world.PciMapping;
import io.github.talosforge.simulator.world.Vm;
import io.github.talosforge.simulator.world.World;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A node gets a GPU only if the device is there, can be passed on, and is free. */
class GpuTest {
  private static final PciDevice GPU =
      new PciDevice("0000:01:00.0", "0x10de", "0x2204", "0x030000", 14, "NVIDIA", "RTX");
  private static final PciDevice SOUND =
      new PciDevice("0000:01:00.1", "0x10de", "0x1aef", "0x040300", 14, "NVIDIA", "Audio");
  private static final PciDevice DISKS =
      new PciDevice("0000:02:00.0", "0x1000", "0x0072", "0x010700", 14, "LSI", "SAS2008");

  private static SimulatedCluster cluster(String gpu, PciDevice... devices) {
    SimulatedCluster cluster =
        new SimulatedCluster(
            Simulator.builder()
                .hosts(3)
                .timeScale(0)
                .world(
                    world ->
                        world.mapping(
                            new PciMapping(
                                "gpu",
                                null,
                                List.of("node=pve1,path=0000:01:00,id=10de:2204,iommugroup=14"),
                                false,
                                false)))
                .start());
    World world = cluster.simulator.world();
    Host host = world.hosts().get("pve1");
    world.hosts().put("pve1", host.withDevices(List.of(devices)));
    return cluster.nodes(nodes("pve1", gpu));
  }

  private static String nodes(String host, String gpu) {
    return """
    nodes:
      - {name: cp-1, controller: true, proxmox_node: pve2}
      - {name: worker-1, proxmox_node: %s, machine: q35, %s}
    """
        .formatted(host, gpu);
  }

  private static String findings(SimulatedCluster cluster) {
    return cluster.plan().findings().render();
  }

  @Test
  void complaint29_mappedDeviceIsPassedThroughWithATokenAndTheSecondRunChangesNothing() {
    try (SimulatedCluster cluster = cluster("gpu_mapping: gpu", GPU, SOUND)) {
      Plan plan = cluster.plan();
      assertThat(plan.findings().hasErrors()).as(plan.findings().render()).isFalse();
      assertThat(plan.findings().render()).doesNotContain("DEVICE");

      assertThat(cluster.apply(plan).complete()).isTrue();

      assertThat(cluster.nodes().toString()).contains("hostpci0=mapping=gpu");
      assertThat(cluster.plan().changes()).isEmpty();
    }
  }

  @Test
  void mappingThatIsMissingOrHasNothingOnTheHostIsNamed() {
    try (SimulatedCluster cluster = cluster("gpu_mapping: other", GPU)) {
      assertThat(findings(cluster))
          .contains("TF-PREFLIGHT-DEVICE-MISSING", "There is no mapping 'other'");
      cluster.nodes(nodes("pve3", "gpu_mapping: gpu"));
      assertThat(findings(cluster))
          .contains("TF-PREFLIGHT-DEVICE-MISSING", "has no device on host pve3");
    }
    try (SimulatedCluster cluster = cluster("gpu_mapping: gpu")) {
      assertThat(findings(cluster))
          .contains("TF-PREFLIGHT-DEVICE-MISSING", "Host pve1 has no PCI device 0000:01:00");
      assertThat(cluster.simulator.journal().writes()).isEmpty();
    }
  }

  @Test
  void rawAddressIsRefusedToEveryTokenBeforeAnythingIsWritten() {
    try (SimulatedCluster cluster = cluster("gpu_pci_bdf: '0000:01:00'", GPU, SOUND)) {
      assertThat(cluster.simulator.token()).startsWith("root@pam!");
      Plan plan = cluster.plan();
      assertThat(plan.isBlocked()).isTrue();
      assertThat(plan.findings().render())
          .contains("TF-PREFLIGHT-DEVICE-NEEDS-ROOT", "worker-1", "also one of root@pam")
          .contains("gpu_mapping");
      assertThat(cluster.simulator.journal().writes()).isEmpty();
    }
  }

  @Test
  void rawAddressIsForRootWithItsPassword() {
    try (SimulatedCluster cluster = cluster("gpu_pci_bdf: '0000:01:00'", GPU, SOUND)) {
      cluster.as("root@pam", "simulator");
      Plan plan = cluster.plan();
      assertThat(plan.findings().hasErrors()).as(plan.findings().render()).isFalse();

      ApplyResult result = cluster.apply(plan);

      assertThat(result.complete()).as(result.outcomes().toString()).isTrue();
      assertThat(cluster.nodes().get("3000 worker-1").get("hostpci0"))
          .as("the device with all its functions")
          .matches("(host=)?0000:01:00,pcie=1.*");
      assertThat(cluster.nodes().get("3000 worker-1")).containsEntry("(running)", "true");
      assertThat(cluster.plan().changes()).isEmpty();
    }
  }

  private static void mapping(SimulatedCluster cluster, String entry) {
    cluster
        .simulator
        .world()
        .mappings()
        .put("gpu", new PciMapping("gpu", null, List.of(entry), false, false));
  }

  @Test
  void everyProblemOfAMappingIsToldWithTheFixBeforeAnythingIsWritten() {
    Map<String, String> problems =
        Map.of(
            "node=pve1,path=0000:09:00.0,id=10de:2204,iommugroup=14",
            "pci device '0000:09:00.0' not found",
            "node=pve1,path=0000:01:00,id=10de:1eb8,iommugroup=14",
            "'id' does not match for 'gpu' (10de:2204 != 10de:1eb8)",
            "node=pve1,path=0000:01:00.0,id=10de:2204,iommugroup=20",
            "'iommugroup' does not match for 'gpu' (14 != 20)",
            "node=pve1,path=0000:01:00.0,id=10de:2204",
            "missing expected property 'iommugroup' for device '0000:01:00.0'",
            "node=pve1,path=0000:01:00,id=10de:2204,iommugroup=99",
            "'iommugroup' does not match for 'gpu' (14 != 99)",
            "node=pve1,path=0000:01:00,id=10de:2204,iommugroup=14,subsystem-id=1458:4073",
            "unexpected property 'subsystem-id' configured for device '0000:01:00.0'",
            "node=pve1,path=0000:01:00.0;0000:01:00.1,id=10de:2204,iommugroup=14",
            "'id' does not match for 'gpu' (10de:1aef != 10de:2204)");
    try (SimulatedCluster cluster = cluster("gpu_mapping: gpu", GPU, SOUND)) {
      problems.forEach(
          (entry, words) -> {
            mapping(cluster, entry);
            Plan plan = cluster.plan();
            assertThat(plan.isBlocked()).as(entry).isTrue();
            assertThat(plan.findings().render())
                .contains("TF-PREFLIGHT-DEVICE-MISSING", "the mapping 'gpu' on pve1", words)
                .contains("Choose the device anew under Datacenter, Resource Mappings")
                .contains("0000:01:00.0 RTX");
          });
      assertThat(cluster.simulator.journal().writes()).isEmpty();
    }
  }

  @Test
  void mappingThatForgetsTheBoardIsToldWithTheBoard() {
    PciDevice gpu = GPU.on("0x1458:0x4073");
    try (SimulatedCluster cluster = cluster("gpu_mapping: gpu", gpu, SOUND)) {
      mapping(cluster, "node=pve1,path=0000:01:00.0,id=10de:2204,iommugroup=14");
      assertThat(findings(cluster))
          .contains("missing expected property 'subsystem-id' for device '0000:01:00.0'")
          .contains("(id=10de:2204,iommugroup=14,subsystem-id=1458:4073)");

      mapping(
          cluster, "node=pve1,path=0000:01:00.0,id=10de:2204,iommugroup=14,subsystem-id=1458:4073");
      assertThat(findings(cluster)).doesNotContain("DEVICE-MISSING");
    }
  }

  @Test
  void problemNamesWhatIsThereNow() {
    try (SimulatedCluster cluster = cluster("gpu_mapping: gpu", GPU, SOUND)) {
      mapping(cluster, "node=pve1,path=0000:01:00.0,id=10de:1eb8,iommugroup=20");
      assertThat(findings(cluster))
          .contains("Host pve1 has there: 0000:01:00.0 RTX (id=10de:2204,iommugroup=14).");
    }
  }

  @Test
  void deviceWithoutAnIommuGroupIsRefused() {
    PciDevice bare =
        new PciDevice("0000:01:00.0", "0x10de", "0x2204", "0x030000", -1, "NVIDIA", "RTX");
    try (SimulatedCluster cluster = cluster("gpu_mapping: gpu", bare)) {
      assertThat(findings(cluster)).contains("TF-PREFLIGHT-DEVICE-WITHOUT-IOMMU");
    }
  }

  @Test
  void strangersInTheIommuGroupAreNamed() {
    try (SimulatedCluster cluster = cluster("gpu_mapping: gpu", GPU, SOUND, DISKS)) {
      Plan plan = cluster.plan();
      assertThat(plan.findings().render())
          .contains("TF-PREFLIGHT-DEVICE-GROUP-SHARED", "SAS2008")
          .doesNotContain("0000:01:00.1 Audio");
      assertThat(plan.isBlocked()).isFalse();
    }
  }

  @Test
  void deviceOfAnotherRunningVmIsTakenAndThatOfAStoppedOnePromised() {
    try (SimulatedCluster cluster = cluster("gpu_mapping: gpu", GPU)) {
      cluster.stranger(900, "pve1", Map.of("name", "games", "hostpci0", "0000:01:00,pcie=1"));
      assertThat(findings(cluster)).contains("TF-PREFLIGHT-DEVICE-PROMISED", "'games'");

      Vm vm = cluster.simulator.world().vms().get(900);
      vm.process(new Vm.QemuProcess(4711, 0, "q35", "running"));
      assertThat(findings(cluster)).contains("TF-PREFLIGHT-DEVICE-TAKEN", "'games'");
    }
  }

  @Test
  void twoNodesCannotShareOneDevice() {
    try (SimulatedCluster cluster = cluster("gpu_mapping: gpu", GPU)) {
      cluster.nodes(
          nodes("pve1", "gpu_mapping: gpu")
              + "  - {name: worker-2, proxmox_node: pve1, machine: q35, gpu_mapping: gpu}\n");
      assertThat(findings(cluster)).contains("TF-PREFLIGHT-DEVICE-TAKEN", "2 nodes want");
    }
  }

  @Test
  void oneDeviceUnderTwoNamesIsOneDevice() {
    try (SimulatedCluster cluster = cluster("gpu_mapping: gpu", GPU, SOUND)) {
      for (String other : List.of("'0000:01:00'", "'01:00.0'")) {
        cluster.nodes(
            nodes("pve1", "gpu_mapping: gpu")
                + "  - {name: worker-2, proxmox_node: pve1, machine: q35, gpu_pci_bdf: "
                + other
                + "}\n");
        assertThat(findings(cluster)).contains("TF-PREFLIGHT-DEVICE-TAKEN", "2 nodes want");
      }
    }
  }

  @Test
  void mappingWithTwoDevicesServesTwoNodesUnlessOneIsNamedByAnother() {
    try (SimulatedCluster cluster =
        cluster(
            "gpu_mapping: gpu",
            GPU,
            new PciDevice("0000:03:00.0", "0x10de", "0x2204", "0x030000", 15, "NVIDIA", "RTX"))) {
      PciMapping both =
          new PciMapping(
              "gpu",
              null,
              List.of(
                  "node=pve1,path=0000:01:00,id=10de:2204,iommugroup=14",
                  "node=pve1,path=0000:03:00,id=10de:2204,iommugroup=15"),
              false,
              false);
      cluster.simulator.world().mappings().put("gpu", both);
      String two =
          nodes("pve1", "gpu_mapping: gpu")
              + "  - {name: worker-2, proxmox_node: pve1, machine: q35, gpu_mapping: gpu}\n";
      assertThat(findings(cluster.nodes(two))).doesNotContain("DEVICE-TAKEN");

      String three =
          two + "  - {name: worker-3, proxmox_node: pve1, machine: q35, gpu_pci_bdf: '01:00'}\n";
      assertThat(findings(cluster.nodes(three)))
          .contains("TF-PREFLIGHT-DEVICE-TAKEN", "3 nodes want", "which has 2");
    }
  }

  @Test
  void devicesThatMayNotBeSeenAreToldOf() {
    try (SimulatedCluster cluster = cluster("gpu_mapping: gpu", GPU)) {
      String token = Rights.everythingBut(cluster.simulator, "Sys.Audit");
      cluster.simulator.access().deny(Rights.USER, "/", "Sys.Modify");
      cluster.as(token);
      assertThat(findings(cluster)).contains("TF-PREFLIGHT-DEVICE-UNSEEN", "host pve1");
    }
  }

  @Test
  void rightsOnTheMappingAreLookedAt() {
    try (SimulatedCluster cluster = cluster("gpu_mapping: gpu", GPU)) {
      cluster.as(Rights.everythingBut(cluster.simulator, "Mapping.Use"));
      assertThat(findings(cluster)).contains("Mapping.Use");
    }
  }
}
