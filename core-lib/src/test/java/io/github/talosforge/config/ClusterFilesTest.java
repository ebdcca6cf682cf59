package io.github.talosforge.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.finding.Finding;
import io.github.talosforge.finding.SourceLocation;
import io.github.talosforge.model.AddressWish;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.DiskSize;
import io.github.talosforge.model.ExplainedValue;
import io.github.talosforge.model.Ipv4Address;
import io.github.talosforge.model.KubernetesSpec.Cni;
import io.github.talosforge.model.MacAddress;
import io.github.talosforge.model.NodeRole;
import io.github.talosforge.model.NodeSpec;
import io.github.talosforge.model.PoolMember;
import io.github.talosforge.model.VlanTag;
import io.github.talosforge.model.VmId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClusterFilesTest {
  static final String MINIMAL =
      """
      cluster_name: c
      talos_version: 1.12.0
      kubernetes_version: 1.35.0
      node_cidr: 10.0.0.0/24
      """;

  @Test
  void theExampleSaysWhatItSays() {
    ClusterSpec spec = Homelab.spec();

    assertThat(spec.name()).hasToString("homelab");
    assertThat(spec.network().vip()).contains(Ipv4Address.of("192.168.22.100"));
    assertThat(spec.network().dnsServers()).containsExactly("192.168.22.1", "2606:4700:4700::1111");
    assertThat(spec.proxmox().apiUrls()).hasSize(2);
    assertThat(spec.proxmox().hosts()).hasSize(3);
    assertThat(spec.kubernetes().cni()).isEqualTo(Cni.CILIUM);
    assertThat(spec.kubernetes().kubeProxy()).isFalse();
    assertThat(spec.kubernetes().externalCloudProvider()).isTrue();
    assertThat(spec.kubernetes().kubelet().extraArgs()).containsEntry("max-pods", "250");
    assertThat(spec.allocation().controlPlaneIds()).hasToString("2000-2999");
    assertThat(spec.allocation().templateIds()).hasToString("9000+");
    assertThat(spec.nodes()).hasSize(7);
    assertThat(spec.nodes(NodeRole.CONTROL_PLANE)).hasSize(3);
  }

  @Test
  void nodesGetWhatTheyAskForAndTheirRolesDefaults() {
    ClusterSpec spec = Homelab.spec();
    NodeSpec first = Homelab.node(spec, "talos-cplane-001");
    NodeSpec third = Homelab.node(spec, "talos-cplane-003");
    NodeSpec gpu = Homelab.node(spec, "talos-gpu-001");

    assertThat(first.vm().nic().mac()).contains(MacAddress.of("52:54:00:12:34:56"));
    assertThat(first.vm().nic().vlan()).contains(VlanTag.of(7));
    assertThat(first.vmId()).contains(VmId.of(2001));
    assertThat(first.vm().systemDisk().size()).isEqualTo(DiskSize.of("256G"));
    assertThat(first.vm().cpu().cores()).isEqualTo(4);
    assertThat(third.address()).isEqualTo(new AddressWish.Open());
    assertThat(third.host()).isEmpty();
    assertThat(third.vm().lifecycle().onBoot()).isFalse();
    assertThat(gpu.address()).isEqualTo(new AddressWish.Dhcp());
    assertThat(gpu.vm().memory().mebibytes()).isEqualTo(65536);
    assertThat(gpu.vm().gpu().orElseThrow().mapping()).contains("rtx4000");
    assertThat(gpu.vm().extraDisks().get(0).backup()).isTrue();
    assertThat(gpu.vm().extraDisks().get(0).discard()).isTrue();
    assertThat(gpu.registration().labels())
        .containsEntry("example.org/site", "attic")
        .containsEntry("node-role.kubernetes.io/gpu", "");
  }

  @Test
  void mapsMergeListsReplaceTagsAddAndPatchesQueueUp() {
    ClusterSpec spec = Homelab.spec();
    NodeSpec first = Homelab.node(spec, "talos-cplane-001");
    NodeSpec gpu = Homelab.node(spec, "talos-gpu-001");

    assertThat(gpu.image().schematic().extensions())
        .containsExactly("siderolabs/nvidia-container-toolkit-production");
    assertThat(gpu.image().schematic().kernelArgs()).containsExactly("net.ifnames=0");
    assertThat(first.vm().marks().tags().toString())
        .isEqualTo("[control-plane, homelab, kubernetes, linux, talos]");
    assertThat(first.patches()).hasSize(2);
    assertThat(gpu.patches())
        .extracting(patch -> patch.origin().toString())
        .containsExactly("cluster.yaml:83:7 (cluster)", "nodes.yaml:47:9 (node)");
  }

  @Test
  void aPoolsMembersDifferInNameAndOrdinalOnly() {
    ClusterSpec spec = Homelab.spec();
    NodeSpec second = Homelab.node(spec, "worker-2");

    assertThat(spec.pools().get(0).firstAddress()).contains(Ipv4Address.of("192.168.22.40"));
    assertThat(spec.pools().get(0).firstVmId()).contains(VmId.of(3040));
    assertThat(second.pool()).contains(new PoolMember("worker", 1));
    assertThat(second.vmId()).isEmpty();
    assertThat(second.address()).isEqualTo(new AddressWish.Open());
    assertThat(second.vm()).isEqualTo(Homelab.node(spec, "worker-1").vm());
    assertThat(second.vm().memory().mebibytes()).isEqualTo(32768);
    assertThat(second.vm().marks().tags().toString()).contains("batch");
  }

  @Test
  void everyLayerOverridesTheOnesBelow() {
    String cluster = MINIMAL;
    assertCores(cluster, "", 8, "built in: worker default");
    cluster += "proxmox_vm_defaults: {cores: 10}\n";
    assertCores(cluster, "", 10, "cluster.yaml:5:30 (proxmox_vm_defaults)");
    cluster += "proxmox_vm_advanced: {cores: 11}\n";
    assertCores(cluster, "", 11, "cluster.yaml:6:30 (proxmox_vm_advanced)");
    cluster += "proxmox_vm_worker_defaults: {cores: 12}\n";
    assertCores(cluster, "", 12, "cluster.yaml:7:37 (proxmox_vm_worker_defaults)");
    cluster += "proxmox_vm_controller_defaults: {cores: 99}\n";
    assertCores(cluster, ", vm_cores: 13", 13, "nodes.yaml:1:39 (pool)");
    NodeSpec node =
        Homelab.node(Homelab.spec(cluster, "nodes: [{name: p-1, vm_cores: 14}]"), "p-1");

    assertThat(node.provenance().find("vm_cores").orElseThrow().render())
        .isEqualTo(
            "vm_cores: 14  # nodes.yaml:1:31 (node)"
                + ", overrides 12 from cluster.yaml:7:37 (proxmox_vm_worker_defaults)"
                + ", overrides 11 from cluster.yaml:6:30 (proxmox_vm_advanced)"
                + ", overrides 10 from cluster.yaml:5:30 (proxmox_vm_defaults)"
                + ", overrides 8 from built in: worker default");
  }

  private static void assertCores(String cluster, String pool, int cores, String origin) {
    String nodes = "pools: [{name: p, count: 1" + pool + "}]";
    NodeSpec node = Homelab.node(Homelab.spec(cluster, nodes), "p-1");

    assertThat(node.vm().cpu().cores()).isEqualTo(cores);
    assertThat(node.provenance().find("vm_cores").orElseThrow().origin()).hasToString(origin);
  }

  @Test
  void aWordOfTheUserBeatsEveryBuiltInOne() {
    NodeSpec node =
        Homelab.node(
            Homelab.spec(
                MINIMAL + "proxmox_vm_defaults: {startup_order: 50, memory: 2048}\n",
                "nodes: [{name: a, controller: true}]"),
            "a");

    assertThat(node.vm().lifecycle().startup().order()).isEqualTo(50);
    assertThat(node.vm().memory().mebibytes()).isEqualTo(2048);
  }

  @Test
  void valuesThatDependOnOthersFollowUnlessWritten() {
    NodeSpec data = only("data_vm: true\n", "");
    NodeSpec large = only("data_vm: true\n", "vm_disk_size: 20");
    NodeSpec arm = only("talos_arch: arm64\n", "storage: ceph");

    assertThat(data.vm().systemDisk().size()).isEqualTo(DiskSize.of("5G"));
    assertThat(large.vm().systemDisk().size()).isEqualTo(DiskSize.of("20G"));
    assertThat(arm.vm().firmware().machine()).isEqualTo("virt");
    assertThat(arm.vm().firmware().efiStorage()).hasToString("ceph");
    assertThat(arm.vm().cloudInitStorage()).hasToString("ceph");
    assertThat(only("talos_arch: arm64\n", "machine: q35").vm().firmware().machine())
        .isEqualTo("q35");
  }

  @Test
  void everyValueIsExplainedOnce() {
    assertThat(Homelab.spec().nodes())
        .isNotEmpty()
        .allSatisfy(
            node ->
                assertThat(node.provenance().values().stream().map(ExplainedValue::key))
                    .isNotEmpty()
                    .doesNotHaveDuplicates());
  }

  @Test
  void nullTakesBackWhatWeakerLayersSay() {
    String cluster =
        """
        node_vlan_tag: 7
        volumes: {v: {type: directory}, w: {type: directory}}
        proxmox_vm_defaults: {labels: {a: b}, tags: [x]}
        """;
    NodeSpec node = only(cluster, "vlan_tag: ~, volumes: {v: ~}, labels: null, tags: ~");

    assertThat(node.vm().nic().vlan()).isEmpty();
    assertThat(node.volumes().volumes()).extracting("name").containsExactly("w");
    assertThat(node.registration().labels()).isEmpty();
    assertThat(node.vm().marks().tags()).isEmpty();
    assertThat(ClusterFiles.read(MINIMAL, "nodes: [{name: a, vm_cores: ~}]").report().findings())
        .extracting(Finding::code)
        .containsExactly("TF-VALUE-MISSING");
  }

  @Test
  void allFindingsComeInOneReportWithTheirPlaces() {
    ClusterReading reading =
        ClusterFiles.read(
            """
            cluster_name: Not_A_Label
            talos_version: latest
            node_cidr: 10.0.0.0/24
            proxmox_vm_advanced:
              net_queues: 17
            """,
            """
            nodes:
              - name: a
                adress: 10.0.0.1
                mac_addr: zz
                vm_cores: [1]
              - controller: maybe
            """);

    assertThat(reading.spec()).isEmpty();
    assertThat(reading.report().findings())
        .extracting(finding -> finding.location() + " " + finding.code())
        .containsExactly(
            "cluster.yaml:1:1 TF-KEY-MISSING",
            "cluster.yaml:1:15 TF-VALUE-INVALID",
            "cluster.yaml:2:16 TF-VALUE-INVALID",
            "cluster.yaml:5:15 TF-VALUE-INVALID",
            "nodes.yaml:3:5 TF-KEY-UNKNOWN",
            "nodes.yaml:4:15 TF-VALUE-INVALID",
            "nodes.yaml:5:15 TF-VALUE-KIND",
            "nodes.yaml:6:5 TF-KEY-MISSING",
            "nodes.yaml:6:17 TF-VALUE-INVALID");
    assertThat(reading.report().withCode("TF-VALUE-INVALID").get(2).message())
        .isEqualTo(
            "'proxmox_vm_advanced.net_queues' takes a whole number from 1 to 16; found '17'.");
  }

  @Test
  void twoNamesOfOneKeyAreRefused() {
    assertThat(
            ClusterFiles.read(MINIMAL, "nodes: [{name: a, cores: 1, vm_cores: 2}]")
                .report()
                .withCode("TF-KEY-TWICE"))
        .extracting(Finding::message)
        .containsExactly("'cores' and 'vm_cores' are two names of one key.");
  }

  @Test
  void aSlipOfTheFingerInACountIsRefused() {
    String pools = "pools:" + "\n  - {name: p, count: 1000}".repeat(6);

    assertThat(ClusterFiles.read(MINIMAL, pools).report().findings())
        .extracting(Finding::code)
        .containsExactly("TF-TOO-MANY-NODES");
  }

  @Test
  void tooManyDisksAreRefused() {
    String disks =
        String.join(", ", Arrays.asList("{size: 1G} ".repeat(16).strip().split(" (?=\\{)")));

    assertThat(
            ClusterFiles.read(MINIMAL, "nodes: [{name: a, extra_disks: [" + disks + "]}]")
                .report()
                .findings())
        .extracting(Finding::code)
        .containsExactly("TF-VALUE-TOO-MANY");
  }

  @Test
  void filesAreReadFromDiskAndNamedAsGiven(@TempDir Path folder) throws IOException {
    Path cluster = Files.writeString(folder.resolve("c.yaml"), MINIMAL + "wrong: 1\n");
    Path nodes = Files.writeString(folder.resolve("n.yaml"), "nodes: [{name: a}]");
    Path missing = folder.resolve("missing.yaml");
    Path large = Files.write(folder.resolve("large.yaml"), new byte[(1 << 20) + 10]);

    assertThat(ClusterFiles.read(cluster, nodes).report().findings().get(0).location())
        .isEqualTo(new SourceLocation(cluster.toString(), 5, 1));
    assertThat(codes(ClusterFiles.read(missing, nodes))).containsExactly("TF-FILE-UNREADABLE");
    assertThat(codes(ClusterFiles.read(folder, large)))
        .containsExactlyInAnyOrder("TF-FILE-UNREADABLE", "TF-FILE-TOO-LARGE");
  }

  @Test
  void specsThatWantTheSameAreEqualWhereverItIsWritten() {
    String moved = "# a comment\n\n" + Homelab.CLUSTER;

    assertThat(Homelab.spec(moved, Homelab.NODES).proxmox()).isEqualTo(Homelab.spec().proxmox());
    assertThat(Homelab.node(Homelab.spec(moved, Homelab.NODES), "worker-1"))
        .usingRecursiveComparison()
        .ignoringFields("patches", "provenance")
        .isEqualTo(Homelab.node(Homelab.spec(), "worker-1"));
  }

  @Test
  void findingsAboutANodePointAtTheNearestPlace() {
    NodeSpec node = Homelab.node(Homelab.spec(), "talos-cplane-002");

    assertThat(node.provenance().nearest("address"))
        .isEqualTo(new SourceLocation("nodes.yaml", 11, 14));
    assertThat(node.provenance().nearest("vm_sockets"))
        .isEqualTo(new SourceLocation("cluster.yaml", 35, 12));
    assertThat(node.provenance().nearest("gpu_mapping"))
        .isEqualTo(new SourceLocation("nodes.yaml", 9, 5));
    assertThat(node.provenance().isWritten("net_rate")).isFalse();
  }

  private static List<String> codes(ClusterReading reading) {
    return reading.report().findings().stream().map(Finding::code).toList();
  }

  private static NodeSpec only(String cluster, String settings) {
    String comma = settings.isEmpty() ? "" : ", ";
    return Homelab.node(
        Homelab.spec(MINIMAL + cluster, "nodes: [{name: n" + comma + settings + "}]"), "n");
  }

  @Test
  void aNodeWithoutWishesHasNone() {
    NodeSpec node = only("", "");

    assertThat(node.vmId()).isEqualTo(Optional.empty());
    assertThat(node.role()).isEqualTo(NodeRole.WORKER);
    assertThat(node.vm().gpu()).isEmpty();
    assertThat(node.vm().devices().watchdog()).isEmpty();
    assertThat(node.vm().devices().rng()).isEmpty();
  }
}
