package io.github.talosforge.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.finding.Finding;
import io.github.talosforge.finding.SourceLocation;
import io.github.talosforge.fixture.ClusterFixture;
import io.github.talosforge.model.AddressWish;
import io.github.talosforge.model.CidrBlock;
import io.github.talosforge.model.Ipv4Address;
import io.github.talosforge.model.MacAddress;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.model.NodeRole;
import io.github.talosforge.model.SmbiosUuid;
import io.github.talosforge.model.VmId;
import io.github.talosforge.model.VmIdRange;
import io.github.talosforge.model.VolumeSpec;
import io.github.talosforge.model.Wwn;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class AllocatorTest {

  private static Allocation allocate(ClusterFixture cluster, World world) {
    return new Allocator().allocate(cluster.build(), world);
  }

  private static Allocation allocate(ClusterFixture cluster) {
    return allocate(cluster, World.unknown());
  }

  private static List<String> codes(Allocation allocation) {
    return allocation.report().findings().stream().map(Finding::code).toList();
  }

  private static int id(Allocation allocation, String node) {
    return Worlds.of(allocation, node).vmId().value();
  }

  private static String address(Allocation allocation, String node) {
    return Worlds.of(allocation, node).address().orElseThrow().toString();
  }

  @Test
  void firstNodesStartAtTheirRolesRangeAndOffset() {
    Allocation allocation = allocate(ClusterFixture.sound());
    assertThat(allocation.report().isEmpty()).isTrue();
    assertThat(id(allocation, "cp-1")).isEqualTo(2000);
    assertThat(id(allocation, "cp-3")).isEqualTo(2002);
    assertThat(id(allocation, "worker-1")).isEqualTo(3000);
    assertThat(address(allocation, "cp-1")).isEqualTo("192.168.1.10");
    assertThat(address(allocation, "worker-2")).isEqualTo("192.168.1.21");
  }

  @Test
  void chosenValuesComeWithTheLineThatPinsThem() {
    Allocation allocation = allocate(ClusterFixture.empty().controlPlane("cp-1"));
    assertThat(allocation.pins())
        .containsExactly(
            new PinLine("node cp-1", "vm_id", "2000", new SourceLocation("nodes.yaml", 2, 5)),
            new PinLine(
                "node cp-1", "address", "192.168.1.10", new SourceLocation("nodes.yaml", 2, 5)));
    assertThat(allocation.pins().get(0).text()).isEqualTo("vm_id: 2000");
  }

  @Test
  void whatIsPinnedOrObservedNeedsNoPinning() {
    Allocation pinned =
        allocate(
            ClusterFixture.empty()
                .controlPlane("cp-1", node -> node.vmId(2001).address("192.168.1.44")));
    assertThat(pinned.pins()).isEmpty();
    Allocation observed =
        allocate(
            ClusterFixture.empty().controlPlane("cp-1"),
            Worlds.of(Worlds.vm(2077, "cp-1", "pve", Optional.of("192.168.1.77"), true)));
    assertThat(observed.pins()).isEmpty();
  }

  @Test
  void theFilesWordBeatsObservation() {
    Allocation allocation =
        allocate(
            ClusterFixture.empty()
                .controlPlane("cp-1", node -> node.vmId(2001).address("192.168.1.44")),
            Worlds.of(Worlds.vm(2001, "cp-1", "pve", Optional.of("192.168.1.77"), true)));
    assertThat(id(allocation, "cp-1")).isEqualTo(2001);
    assertThat(address(allocation, "cp-1")).isEqualTo("192.168.1.44");
    assertThat(codes(allocation)).isEmpty();
  }

  @Test
  void singleNodeKeepsWhatItsVmHas() {
    Allocation allocation =
        allocate(
            ClusterFixture.empty().controlPlane("cp-1").controlPlane("cp-2"),
            Worlds.of(Worlds.vm(2777, "cp-2", "pve", Optional.of("192.168.1.77"), true)));
    assertThat(id(allocation, "cp-2")).isEqualTo(2777);
    assertThat(address(allocation, "cp-2")).isEqualTo("192.168.1.77");
    assertThat(id(allocation, "cp-1")).isEqualTo(2000);
  }

  @Test
  void poolMembersGetBaseAndOrdinal() {
    Allocation allocation =
        allocate(
            ClusterFixture.empty()
                .pool("web", NodeRole.WORKER, 3)
                .pool("db", NodeRole.WORKER, 2)
                .worker("gpu"));
    assertThat(id(allocation, "db-1")).isEqualTo(3000);
    assertThat(id(allocation, "db-2")).isEqualTo(3001);
    assertThat(id(allocation, "web-1")).isEqualTo(3100);
    assertThat(id(allocation, "web-3")).isEqualTo(3102);
    assertThat(id(allocation, "gpu")).isEqualTo(3200);
    assertThat(address(allocation, "db-2")).isEqualTo("192.168.1.21");
    assertThat(address(allocation, "web-1")).isEqualTo("192.168.1.43");
    assertThat(allocation.pins())
        .extracting(pin -> pin.owner() + " " + pin.text())
        .containsExactly(
            "node gpu vm_id: 3200",
            "pool db vm_id: 3000",
            "pool web vm_id: 3100",
            "node gpu address: 192.168.1.66",
            "pool db address: 192.168.1.20",
            "pool web address: 192.168.1.43");
  }

  @Test
  void poolStartsWhereTheFileSays() {
    Allocation allocation =
        allocate(
            ClusterFixture.empty()
                .pool(
                    "web",
                    NodeRole.WORKER,
                    2,
                    Optional.of(3500),
                    Optional.of("192.168.1.100"),
                    node -> {}));
    assertThat(id(allocation, "web-2")).isEqualTo(3501);
    assertThat(address(allocation, "web-2")).isEqualTo("192.168.1.101");
    assertThat(allocation.pins()).isEmpty();
  }

  @Test
  void growingPoolContinuesWhereItsMembersAre() {
    Allocation allocation =
        allocate(
            ClusterFixture.empty().pool("web", NodeRole.WORKER, 4),
            Worlds.of(
                Worlds.vm(3340, "web-1", "pve", Optional.of("192.168.1.140"), true),
                Worlds.vm(3341, "web-2", "pve", Optional.of("192.168.1.141"), true)));
    assertThat(id(allocation, "web-4")).isEqualTo(3343);
    assertThat(address(allocation, "web-4")).isEqualTo("192.168.1.143");
  }

  @Test
  void poolThatOutgrowsItsLaneGoesOnBehindAllLanes() {
    ClusterFixture cluster =
        ClusterFixture.empty().pool("a", NodeRole.WORKER, 103).pool("b", NodeRole.WORKER, 1);
    cluster.nodeCidr = CidrBlock.of("10.1.0.0/16");
    Allocation allocation = allocate(cluster);
    assertThat(id(allocation, "a-100")).isEqualTo(3099);
    assertThat(id(allocation, "b-1")).isEqualTo(3100);
    assertThat(id(allocation, "a-101")).isEqualTo(3200);
    assertThat(id(allocation, "a-103")).isEqualTo(3202);
  }

  @Test
  void dataVmHasOneZeroMoreAndItsIdIsCheckedToo() {
    Allocation allocation =
        allocate(
            ClusterFixture.empty().controlPlane("cp-1", node -> node.dataVm = true),
            Worlds.of(Worlds.foreign(20000, "someone", "pve")));
    assertThat(id(allocation, "cp-1")).isEqualTo(2001);
    assertThat(Worlds.of(allocation, "cp-1").dataVmId()).contains(VmId.of(20010));
  }

  @Test
  void dataVmLeftBehindGivesTheNodeItsIdBack() {
    Allocation allocation =
        allocate(
            ClusterFixture.empty().controlPlane("cp-1", node -> node.dataVm = true),
            Worlds.of(Worlds.vm(20420, "cp-1-data", "pve")));
    assertThat(id(allocation, "cp-1")).isEqualTo(2042);
    assertThat(Worlds.of(allocation, "cp-1").dataVmId()).contains(VmId.of(20420));
    assertThat(codes(allocation)).isEmpty();
  }

  @Test
  void noIdIsGivenOutWhoseDataVmWouldHaveNoNumber() {
    ClusterFixture cluster =
        ClusterFixture.empty().controlPlane("cp-1", node -> node.dataVm = true);
    cluster.controlPlaneIds = VmIdRange.of("200000000-200000009");
    assertThat(codes(allocate(cluster))).containsExactly("TF-VM-IDS-EXHAUSTED");
  }

  @Test
  void idsOfOtherGuestsAreSteppedOver() {
    World world =
        new World(
            List.of(),
            List.of(Worlds.foreign(2001, "other", "pve")),
            Set.of(VmId.of(2000)),
            Set.of(Ipv4Address.of("192.168.1.10")),
            Set.of());
    Allocation allocation = allocate(ClusterFixture.empty().controlPlane("cp-1"), world);
    assertThat(id(allocation, "cp-1")).isEqualTo(2002);
    assertThat(address(allocation, "cp-1")).isEqualTo("192.168.1.11");
  }

  @Test
  void gatewayVipAndServersInTheSubnetAreNobodysAddress() {
    ClusterFixture cluster = ClusterFixture.empty().controlPlane("cp-1");
    cluster.gateway = Optional.of(Ipv4Address.of("192.168.1.10"));
    cluster.vip = Optional.of(Ipv4Address.of("192.168.1.11"));
    cluster.dnsServers = List.of("192.168.1.12", "fd00::1");
    cluster.ntpServers = List.of("192.168.1.13", "pool.ntp.org");
    cluster.apiUrls = List.of(URI.create("https://192.168.1.14:8006"));
    assertThat(address(allocate(cluster), "cp-1")).isEqualTo("192.168.1.15");
  }

  @Test
  void dhcpNodesGetNoAddress() {
    Allocation allocation =
        allocate(
            ClusterFixture.empty()
                .controlPlane("cp-1", node -> node.address = new AddressWish.Dhcp()));
    assertThat(Worlds.of(allocation, "cp-1").address()).isEmpty();
    assertThat(codes(allocation)).isEmpty();
  }

  @Test
  void demandedIdOfAnotherGuestIsAnError() {
    Allocation allocation =
        allocate(
            ClusterFixture.empty().controlPlane("cp-1", node -> node.vmId(2001)),
            Worlds.of(Worlds.foreign(2001, "router", "pve2")));
    assertThat(allocation.report().render())
        .isEqualTo(
            "nodes.yaml:2:5 error TF-VM-ID-TAKEN: Node cp-1 cannot have id 2001: it belongs to"
                + " VM 'router' on pve2.\n"
                + "  → Choose another vm_id, or leave it out to get the next free one.\n"
                + "    https://github.com/talosforge/talosforge/blob/main/docs/findings/layout.md#tf-vm-id-taken");
  }

  @Test
  void demandedIdWhoseDataVmIdIsTakenIsAnError() {
    Allocation allocation =
        allocate(
            ClusterFixture.empty().controlPlane("cp-1", node -> node.vmId(2001).dataVm = true),
            Worlds.of(Worlds.foreign(20010, "router", "pve2")));
    assertThat(allocation.report().render())
        .contains("cannot have id 20010 for its data VM: it belongs to VM 'router' on pve2");
  }

  @Test
  void demandedIdOfAnotherNodesVmIsAnError() {
    Allocation allocation =
        allocate(
            ClusterFixture.empty()
                .controlPlane("cp-1")
                .controlPlane("cp-2", node -> node.vmId(2005)),
            Worlds.of(Worlds.vm(2005, "cp-1", "pve")));
    assertThat(codes(allocation)).containsExactly("TF-VM-ID-TAKEN");
    assertThat(allocation.report().render()).contains("belongs to another node of this cluster");
  }

  @Test
  void demandedAddressThatIsTakenIsAnError() {
    ClusterFixture cluster =
        ClusterFixture.empty()
            .controlPlane("cp-1", node -> node.address("192.168.1.1"))
            .controlPlane("cp-2", node -> node.address("192.168.1.5"))
            .controlPlane("cp-3", node -> node.address("192.168.1.99"));
    World world =
        new World(List.of(), List.of(), Set.of(), Set.of(Ipv4Address.of("192.168.1.99")), Set.of());
    Allocation allocation = allocate(cluster, world);
    assertThat(codes(allocation)).containsOnly("TF-ADDRESS-TAKEN").hasSize(3);
    assertThat(allocation.report().render())
        .contains("192.168.1.1: it belongs to the gateway")
        .contains("192.168.1.5: it belongs to the control planes together")
        .contains("192.168.1.99: it belongs to something else");
  }

  @Test
  void vmWithAnotherIdThanDemandedIsNamed() {
    Allocation allocation =
        allocate(
            ClusterFixture.empty().controlPlane("cp-1", node -> node.vmId(2001)),
            Worlds.of(Worlds.vm(2005, "cp-1", "pve")));
    assertThat(codes(allocation)).containsExactly("TF-VM-ID-DIFFERS");
    assertThat(allocation.report().render()).contains("Write vm_id: 2005");
  }

  @Test
  void usedUpRangeIsAFinding() {
    ClusterFixture cluster =
        ClusterFixture.empty().controlPlane("cp-1").controlPlane("cp-2").controlPlane("cp-3");
    cluster.controlPlaneIds = VmIdRange.of("2000-2001");
    Allocation allocation = allocate(cluster);
    assertThat(codes(allocation)).containsExactly("TF-VM-IDS-EXHAUSTED");
    assertThat(allocation.report().render())
        .contains("No id is left for control plane cp-3 in 2000-2001");
    assertThat(allocation.layout().assignments()).hasSize(2);
  }

  @Test
  void usedUpSubnetIsAFinding() {
    ClusterFixture cluster = ClusterFixture.empty();
    for (int i = 1; i <= 11; i++) {
      cluster.controlPlane("cp-" + i);
    }
    Allocation allocation = allocate(cluster);
    assertThat(codes(allocation)).containsExactly("TF-ADDRESSES-EXHAUSTED");
    assertThat(allocation.report().render()).contains("in 192.168.1.0/24 from offset 10 on");
  }

  @Test
  void subnetSmallerThanTheOffsetIsAFinding() {
    ClusterFixture cluster = ClusterFixture.empty().controlPlane("cp-1").worker("worker-1");
    cluster.nodeCidr = CidrBlock.of("192.168.1.0/29");
    assertThat(codes(allocate(cluster)))
        .containsExactly("TF-ADDRESSES-EXHAUSTED", "TF-ADDRESSES-EXHAUSTED");
  }

  @Test
  void lanesAreUsedWhenNothingElseIsLeft() {
    ClusterFixture cluster =
        ClusterFixture.empty().pool("a", NodeRole.WORKER, 2).worker("x").worker("y").worker("z");
    cluster.workerIds = VmIdRange.of("3000-3004");
    Allocation allocation = allocate(cluster);
    assertThat(codes(allocation)).isEmpty();
    assertThat(List.of(id(allocation, "x"), id(allocation, "y"), id(allocation, "z")))
        .containsExactly(3004, 3003, 3002);
  }

  @Test
  void observedAddressOutsideTheSubnetIsNotKept() {
    Allocation allocation =
        allocate(
            ClusterFixture.empty().controlPlane("cp-1"),
            Worlds.of(Worlds.vm(2000, "cp-1", "pve", Optional.of("10.9.9.9"), true)));
    assertThat(codes(allocation)).containsExactly("TF-OBSERVED-ADDRESS-OUTSIDE");
    assertThat(address(allocation, "cp-1")).isEqualTo("192.168.1.10");
  }

  @Test
  void foreignVmWithANodesNameIsNamedAndNotTaken() {
    Allocation allocation =
        allocate(
            ClusterFixture.empty().controlPlane("cp-1"),
            Worlds.of(Worlds.foreign(2000, "cp-1", "pve")));
    assertThat(codes(allocation)).containsExactly("TF-VM-NAME-TAKEN");
    assertThat(id(allocation, "cp-1")).isEqualTo(2001);
  }

  @Test
  void twoVmsOfOneNodeAreAnError() {
    Allocation allocation =
        allocate(
            ClusterFixture.empty().controlPlane("cp-1"),
            Worlds.of(Worlds.vm(2007, "cp-1", "pve2"), Worlds.vm(2003, "cp-1", "pve1")));
    assertThat(codes(allocation)).containsExactly("TF-VM-TWICE");
    assertThat(allocation.report().render()).contains("has 2 VMs: 2003 on pve1 and 2007 on pve2");
    assertThat(id(allocation, "cp-1")).isEqualTo(2003);
  }

  @Test
  void observedHardwareIdentityStays() {
    ObservedVm vm = Worlds.vm(2000, "cp-1", "pve");
    MacAddress mac = MacAddress.of("02:00:00:00:00:01");
    SmbiosUuid uuid = SmbiosUuid.of("7f9c2ba4-e88f-427d-9b1a-0d5f5f0a0001");
    ObservedVm known =
        new ObservedVm(
            vm.id(),
            vm.name(),
            vm.host(),
            vm.state(),
            true,
            vm.memory(),
            vm.address(),
            Map.of(0, mac),
            Optional.of(uuid));
    NodeAssignment node =
        Worlds.of(
            allocate(
                ClusterFixture.empty()
                    .controlPlane(
                        "cp-1", cp -> cp.extraNics.add(cp.nic(Optional.empty(), Optional.empty()))),
                Worlds.of(known)),
            "cp-1");
    assertThat(node.macs()).hasSize(2).startsWith(mac);
    assertThat(node.macs().get(1).value()).startsWith("BC:24:11:");
    assertThat(node.uuid()).isEqualTo(uuid);
  }

  @Test
  void everyDiskHasAWorldWideName() {
    Wwn own = Wwn.of("0x5000c500a1b2c3d4");
    Allocation allocation =
        allocate(
            ClusterFixture.empty()
                .controlPlane(
                    "cp-1",
                    node -> {
                      node.dataVm = true;
                      node.extraDisks.add(node.disk("10G", "local"));
                      node.wwn = Optional.of(own);
                      for (VolumeSpec.Type type : VolumeSpec.Type.values()) {
                        node.volumes.add(
                            new VolumeSpec(
                                "v-" + type.name().toLowerCase(Locale.ROOT),
                                type,
                                Optional.empty(),
                                Optional.empty(),
                                VolumeSpec.Filesystem.XFS));
                      }
                    }));
    Map<String, Wwn> wwns = Worlds.of(allocation, "cp-1").wwns();
    assertThat(wwns)
        .containsOnlyKeys("disk/0", "ephemeral", "system", "volume/v-disk")
        .containsEntry(DiskKey.SYSTEM, own)
        .doesNotContainValue(null);
    assertThat(wwns.values()).doesNotHaveDuplicates();
  }

  @Test
  void poolThatRunsOutOfIdsIsAFinding() {
    Allocation allocation =
        allocate(
            ClusterFixture.empty()
                .pool(
                    "w",
                    NodeRole.WORKER,
                    3,
                    Optional.of(999_999_998),
                    Optional.empty(),
                    node -> {}));
    assertThat(codes(allocation)).containsExactly("TF-VM-IDS-EXHAUSTED");
    assertThat(allocation.report().render()).contains("Node w-3 would have the id 1000000000");
    assertThat(allocation.layout().assignments()).hasSize(2);
  }

  @Test
  void everyFindingIsASentenceWithASuggestionAndAPlace() {
    ClusterFixture cluster =
        ClusterFixture.sound().worker("x", node -> node.vmId(100).host("nowhere"));
    cluster.controlPlaneIds = VmIdRange.of("2000-2001");
    World world =
        World.of(
            List.of(Worlds.host("pve1", "9G")),
            List.of(
                Worlds.foreign(100, "y", "pve1"),
                Worlds.vm(101, "cp-1", "pve1", Optional.of("10.0.0.1"), true),
                Worlds.vm(102, "cp-1", "pve1")));
    List<Finding> findings = allocate(cluster, world).report().findings();
    assertThat(findings).hasSizeGreaterThan(4);
    assertThat(findings)
        .allSatisfy(
            finding -> {
              assertThat(finding.location()).isNotNull();
              assertThat(finding.message()).matches("[A-Z].*[.]");
              assertThat(finding.suggestion()).matches("[A-Z].*[.]");
            });
  }

  @Test
  void whatOwnVmsHaveIsNotTakenFromThem() {
    ObservedVm vm = Worlds.vm(2005, "cp-1", "pve", Optional.of("192.168.1.15"), true);
    MacAddress mac = MacAddress.of("BC:24:11:00:00:07");
    ObservedVm known =
        new ObservedVm(
            vm.id(),
            vm.name(),
            vm.host(),
            vm.state(),
            true,
            vm.memory(),
            vm.address(),
            Map.of(0, mac),
            Optional.empty());
    World world =
        new World(
            List.of(),
            List.of(known),
            Set.of(VmId.of(2005)),
            Set.of(Ipv4Address.of("192.168.1.15")),
            Set.of(mac));
    Allocation allocation = allocate(ClusterFixture.empty().controlPlane("cp-1"), world);
    assertThat(codes(allocation)).isEmpty();
    assertThat(id(allocation, "cp-1")).isEqualTo(2005);
    assertThat(address(allocation, "cp-1")).isEqualTo("192.168.1.15");
    assertThat(Worlds.of(allocation, "cp-1").macs()).containsExactly(mac);
  }

  @Test
  void sharedAddressThatAControlPlaneHoldsIsNotItsOwn() {
    Allocation allocation =
        allocate(
            ClusterFixture.empty().controlPlane("cp-1"),
            Worlds.of(Worlds.vm(2000, "cp-1", "pve", Optional.of("192.168.1.5"), true)));
    assertThat(codes(allocation)).isEmpty();
    assertThat(address(allocation, "cp-1")).isEqualTo("192.168.1.10");
  }

  @Test
  void derivedMacThatAnotherGuestHasIsSteppedOver() {
    MacAddress first = new DerivedIdentity("homelab").mac(NodeName.of("cp-1"), 0, 0);
    World world = new World(List.of(), List.of(), Set.of(), Set.of(), Set.of(first));
    assertThat(
            Worlds.of(allocate(ClusterFixture.empty().controlPlane("cp-1"), world), "cp-1").macs())
        .containsExactly(new DerivedIdentity("homelab").mac(NodeName.of("cp-1"), 0, 1));
  }
}
