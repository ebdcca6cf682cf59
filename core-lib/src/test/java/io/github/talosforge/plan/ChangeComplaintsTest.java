package io.github.talosforge.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.github.talosforge.finding.Finding;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.observe.ObservedGuest.Power;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What users of other tools lost, or were not told, when they edited a file. */
class ChangeComplaintsTest {

  @Test
  void complaint04_noEditReplacesAVm() {
    for (String[] edit :
        new String[][] {
          {"talos_version: v1.12.4", "talos_version: v1.12.5"},
          {"provision: clone", "provision: import"},
          {"proxmox_template_storage: local-zfs", "proxmox_template_storage: ceph"},
          {"proxmox_storage: local-zfs", "proxmox_storage: ceph"},
          {"vm_disk_size: 256G", "vm_disk_size: 10G"},
          {"proxmox_node: pve2", "proxmox_node: pve3"},
          {"address: 192.168.1.21", "address: 192.168.1.99"},
          {"vm_id: 3001", "vm_id: 3009"},
          {"vm_cores: 8", "bios: seabios"},
          {"vm_cores: 8", "machine: pc"},
        }) {
      Plan plan = Scene.deployed().files(edit[0], edit[1]).plan();

      assertThat(plan.changes())
          .as(edit[1])
          .noneMatch(CreateVm.class::isInstance)
          .noneMatch(DestroyVm.class::isInstance);
    }
  }

  @Test
  void complaint07_aSecondRunPlansNothing() {
    Scene scene =
        Scene.deployed()
            .files("vm_cores: 8", "vm_cores: 12")
            .worker("extra_disks:\n  - size: 50G\nonboot: false");
    assertThat(scene.plan().changes()).isNotEmpty();

    scene.apply();

    assertThat(scene.plan().changes()).isEmpty();
  }

  @Test
  void complaint11_aNeededRestartIsToldAndNotDone() {
    Plan plan = Scene.deployed().files("vm_cores: 8", "vm_cores: 12").plan();

    assertThat(Scene.ids(plan)).containsExactly("configure/worker-1");
    ChangeConfiguration change = plan.changes(ChangeConfiguration.class).get(0);
    assertThat(change.values()).isEqualTo(Map.of("cores", "12"));
    assertThat(change.digest()).isEqualTo("d1");
    FieldChange field = change.fields().get(0);
    assertThat(field.effect()).isEqualTo(Effect.AFTER_STOP_START);
    assertThat(field.oldValue()).contains("8");
    assertThat(field.newValue()).contains("12");
    assertThat(field.origin().orElseThrow()).hasToString("nodes.yaml:13:15 (node)");
    assertThat(plan.waiting()).hasSize(1);
    assertThat(plan.changes(StopStartVm.class)).isEmpty();
  }

  @Test
  void complaint11_whatIsPendingAlreadyIsNotWrittenAgain() {
    Scene scene = Scene.deployed().files("vm_cores: 8", "vm_cores: 12").apply();

    Plan plan = scene.plan();

    assertThat(plan.changes()).isEmpty();
    assertThat(plan.waiting()).hasSize(1);
    assertThat(plan.waiting().get(0).fields().get(0).oldValue()).contains("8");
    assertThat(plan.unchanged()).containsExactly(NodeName.of("cp-1"));
  }

  @Test
  void complaint11_allowedRestartsGoOneByOneWorkersFirst() {
    Scene scene = new Scene();
    scene.nodes =
        """
        nodes:
          - {name: cp-1, controller: true, proxmox_node: pve1}
          - {name: cp-2, controller: true, proxmox_node: pve2}
          - {name: cp-3, controller: true, proxmox_node: pve3}
          - {name: worker-1, controller: false, proxmox_node: pve1}
        """;
    scene.apply();
    scene.cluster += "proxmox_vm_defaults: {vm_memory: 20480}\n";
    scene.cluster += "proxmox_vm_controller_defaults: {vm_memory: 20480}\n";
    scene.cluster += "proxmox_vm_worker_defaults: {vm_memory: 20480}\n";
    scene.allowRestarts = true;

    Plan plan = scene.plan();

    List<StopStartVm> restarts = plan.changes(StopStartVm.class);
    assertThat(restarts.stream().map(change -> change.vm().node().value()))
        .containsExactly("worker-1", "cp-3", "cp-2", "cp-1");
    for (int i = 1; i < restarts.size(); i++) {
      assertThat(restarts.get(i).dependencies())
          .contains(restarts.get(i - 1).id())
          .contains(ChangeId.of("configure", restarts.get(i).vm().node()));
    }
    assertThat(restarts).allMatch(StopStartVm::disruptive);
    assertThat(plan.waiting()).isEmpty();
    scene.apply();
    assertThat(scene.plan().changes()).isEmpty();
    assertThat(scene.plan().waiting()).isEmpty();
  }

  @Test
  void complaint14_aDefaultThatNeedsAMissingRightIsLeftOutWithAWarning() {
    Scene scene = new Scene();
    scene.permissions = Map.of("/vms", Map.of("VM.Allocate", true));

    Plan plan = scene.plan();

    assertThat(plan.isBlocked()).isFalse();
    assertThat(plan.findings().withCode(PlanFinding.STARTUP_LEFT_OUT.code()))
        .singleElement()
        .extracting(Finding::message)
        .asString()
        .contains("cp-1, worker-1");
    assertThat(plan.changes(CreateVm.class))
        .allMatch(create -> !create.configuration().values().containsKey("startup"));
  }

  @Test
  void complaint14_theUsersOwnWordThatNeedsAMissingRightIsAnError() {
    Scene scene = new Scene().worker("vm_startup_order: 7");
    scene.permissions = Map.of();

    Plan plan = scene.plan();

    assertThat(plan.isBlocked()).isTrue();
    Finding finding = plan.findings().withCode(PlanFinding.STARTUP_NOT_ALLOWED.code()).get(0);
    assertThat(finding.message()).contains("worker-1", "Sys.Modify on /");
    assertThat(finding.location()).hasToString("nodes.yaml:16:23");
  }

  @Test
  void complaint14_aRightThatNothingNeedsIsNotMissed() {
    Scene scene = Scene.deployed();
    scene.permissions = Map.of();

    assertThat(scene.plan().findings().isEmpty()).isTrue();
  }

  @Test
  void complaint20_secretsAreInNoPlan() {
    Scene scene =
        Scene.deployed()
            .worker("vm_options:\n  cipassword: correct-horse")
            .change(3001, guest -> guest.with("cipassword", "battery-staple"));
    Plan changed = scene.plan();
    scene.remove(3001);
    Plan made = scene.plan();

    for (Plan plan : List.of(changed, made)) {
      assertThat(plan.changes()).isNotEmpty();
      assertThat(PlanText.render(plan, false) + PlanJson.render(plan) + plan)
          .doesNotContain("correct-horse")
          .doesNotContain("battery-staple");
    }
    assertThat(changed.changes(ChangeConfiguration.class).get(0).values())
        .containsEntry("cipassword", "correct-horse");
  }

  @Test
  void complaint07_aSecretThatProxmoxHidesIsNotWrittenAgain() {
    Scene scene =
        Scene.deployed()
            .worker("vm_options:\n  cipassword: correct-horse")
            .change(3001, guest -> guest.with("cipassword", "**********"));

    assertThat(scene.plan().changes()).isEmpty();
  }

  @Test
  void aValueThatNobodyCanReadIsReplacedInsteadOfFailing() {
    Scene scene = Scene.deployed().change(3001, guest -> guest.with("ipconfig0", "ip=1,ip=2"));

    assertThat(scene.plan().changes(ChangeConfiguration.class).get(0).values())
        .containsEntry("ipconfig0", "gw=192.168.1.1,ip=192.168.1.21/24");
  }

  @Test
  void complaint22_theDifferenceNamesPartOldNewAndLine() {
    Plan plan = Scene.deployed().worker("vlan_tag: 42").plan();

    FieldChange field = plan.changes(ChangeConfiguration.class).get(0).fields().get(0);

    assertThat(field.name()).isEqualTo("net0.tag");
    assertThat(field.oldValue()).isEmpty();
    assertThat(field.newValue()).contains("42");
    assertThat(field.effect()).isEqualTo(Effect.AT_ONCE);
    assertThat(PlanText.render(plan, false)).contains("net0.tag       (none) → 42");
  }

  @Test
  void complaint23_disksGrowInPlaceAndKeepTheirVolume() {
    Plan plan = Scene.deployed().files("vm_disk_size: 256G", "vm_disk_size: 512G").plan();

    assertThat(Scene.ids(plan)).containsExactly("grow/worker-1/scsi0");
    GrowDisk grow = plan.changes(GrowDisk.class).get(0);
    assertThat(grow.from()).hasToString("256G");
    assertThat(grow.to()).hasToString("512G");
    assertThat(grow.origin().orElseThrow()).hasToString("nodes.yaml:15:19 (node)");
  }

  @Test
  void complaint23_aSmallerDiskIsRefused() {
    Plan plan = Scene.deployed().files("vm_disk_size: 256G", "vm_disk_size: 100G").plan();

    assertThat(plan.isBlocked()).isTrue();
    assertThat(plan.changes()).isEmpty();
    Finding finding = plan.findings().withCode(PlanFinding.DISK_SMALLER.code()).get(0);
    assertThat(finding.message()).contains("scsi0", "has 256G", "say 100G", "never shrinks");
    assertThat(finding.location()).hasToString("nodes.yaml:15:19");
  }

  @Test
  void complaint23_aDiskGrownByHandBeyondTheDefaultStopsNobody() {
    Scene scene = new Scene().files("    vm_disk_size: 256G\n", "").apply();
    scene.change(
        3001,
        guest -> guest.with("scsi0", guest.current.get("scsi0").replaceAll("size=.*", "size=9T")));

    Plan plan = scene.plan();

    assertThat(plan.isBlocked()).isFalse();
    assertThat(plan.changes()).isEmpty();
  }

  @Test
  void complaint11_networkCardsAreReplacedWhileTheirNodesAreOff() {
    Scene scene = Scene.deployed();
    scene.cluster += "proxmox_vm_advanced: {net_queues: 2}\n";

    assertThat(scene.plan().changes()).as("the network would be cut").isEmpty();
    assertThat(scene.plan().waiting())
        .hasSize(2)
        .allSatisfy(
            vm ->
                assertThat(vm.fields())
                    .extracting(FieldChange::name)
                    .containsExactly("net0.queues"));

    scene.allowRestarts = true;
    assertThat(scene.plan().changes(StopStartVm.class))
        .hasSize(2)
        .allSatisfy(restart -> assertThat(restart.values()).containsOnlyKeys("net0"));
    scene.apply();
    assertThat(scene.plan().changes()).isEmpty();
  }

  @Test
  void cardThatIsReplacedTakesItsOtherValuesAlong() {
    Scene scene = Scene.deployed().worker("mtu: 1400\nvlan_tag: 7\ndescription: mine");

    Plan plan = scene.plan();

    assertThat(Scene.ids(plan)).containsExactly("configure/worker-1");
    assertThat(plan.changes(ChangeConfiguration.class).get(0).values())
        .containsOnlyKeys("description");
    assertThat(plan.waiting())
        .singleElement()
        .satisfies(
            vm ->
                assertThat(vm.fields())
                    .extracting(FieldChange::name)
                    .containsExactlyInAnyOrder("net0.mtu", "net0.tag"));
  }

  @Test
  void cardOfAStoppedVmIsReplacedAtOnce() {
    Scene scene = Scene.deployed().worker("mtu: 1400");
    scene.change(3001, guest -> guest.power(Power.STOPPED));

    assertThat(Scene.ids(scene.plan())).containsExactly("configure/worker-1", "start/worker-1");
  }

  @Test
  void complaint23_aNewDiskIsAddedAtItsOwnKey() {
    Plan plan = Scene.deployed().worker("extra_disks:\n  - size: 50G").plan();

    assertThat(Scene.ids(plan)).containsExactly("add-disk/worker-1/scsi16");
    AddDisk add = plan.changes(AddDisk.class).get(0);
    assertThat(add.value()).startsWith("local-zfs:50,").contains("wwn=0x5");
    assertThat(add.effect()).isEqualTo(Effect.AT_ONCE);
  }

  @Test
  void complaint23_aRemovedDiskIsDetachedFromAStoppedNodeAndItsDataKept() {
    Scene scene = new Scene().worker("extra_disks:\n  - size: 50G").apply();
    scene.files("    extra_disks:\n      - size: 50G\n", "");

    Plan running = scene.plan();
    assertThat(running.changes()).as("Talos may have it mounted").isEmpty();
    assertThat(running.waiting()).hasSize(1);
    assertThat(running.waiting().get(0).fields()).extracting(FieldChange::key).contains("scsi16");

    scene.change(3001, guest -> guest.power(Power.STOPPED));
    Plan plan = scene.plan();

    assertThat(Scene.ids(plan)).contains("detach-disk/worker-1/scsi16");
    assertThat(plan.changes(DetachDisk.class).get(0).disruptive()).isTrue();
    scene.apply();
    Plan after = scene.plan();
    assertThat(after.changes()).isEmpty();
    assertThat(Scene.codes(after)).containsExactly(PlanFinding.VOLUME_UNUSED.code());
  }

  @Test
  void complaint24_volumesThatAStorageDriverAttachedStay() {
    Scene scene =
        Scene.deployed()
            .change(
                3001,
                guest ->
                    guest
                        .with("scsi5", "ceph:vm-9999-pvc-1,backup=0,size=8G,wwn=0x5056432d49443031")
                        .with("scsi6", "local-zfs:vm-3001-disk-9,size=1G"));

    Plan plan = scene.plan();

    assertThat(plan.changes()).isEmpty();
    assertThat(Scene.codes(plan)).containsExactly(PlanFinding.DISK_NOT_IN_FILES.code());
    assertThat(plan.findings().render()).contains("scsi6").doesNotContain("scsi5");
  }

  @Test
  void complaint38_whatTheFilesDoNotSpeakOfStays() {
    Scene scene =
        Scene.deployed()
            .change(
                3001,
                guest ->
                    guest
                        .with("hookscript", "local:snippets/hook.sh")
                        .with("scsi0", guest.current.get("scsi0") + ",mbps_wr=100")
                        .with("net0", guest.current.get("net0") + ",link_down=1")
                        .with("description", guest.current.get("description") + "\nour pet")
                        .with("tags", guest.current.get("tags") + ";backup-daily")
                        .with("usb0", "spice"));

    assertThat(scene.plan().changes()).isEmpty();

    scene.worker("disk_cache: writeback");
    assertThat(scene.plan().changes(ChangeConfiguration.class).get(0).values().get("scsi0"))
        .contains("mbps_wr=100", "cache=writeback", "local-zfs:vm-3001-disk-");
  }

  @Test
  void firewallOfBothKindsOfCardsIsSwitchedWhileTheVmRuns() {
    Scene scene = Scene.deployed().worker("extra_nics:\n  - bridge: vmbr1").apply();
    scene.files("bridge: vmbr1", "{bridge: vmbr1, firewall: true}").worker("net_firewall: true");

    Plan plan = scene.plan();

    assertThat(plan.changes(ChangeConfiguration.class).get(0).fields())
        .extracting(FieldChange::toString, FieldChange::effect)
        .containsExactly(
            tuple("net0.firewall: 0 → 1", Effect.AT_ONCE),
            tuple("net1.firewall: 0 → 1", Effect.AT_ONCE));
    assertThat(plan.waiting()).isEmpty();
  }

  @Test
  void cableOfAFurtherCardIsPulledAndPutBackWhileTheVmRuns() {
    Scene scene = Scene.deployed().worker("extra_nics:\n  - bridge: vmbr1").apply();
    assertThat(scene.plan().changes()).isEmpty();

    Plan pulled = scene.files("bridge: vmbr1", "{bridge: vmbr1, link_down: true}").plan();
    FieldChange field = pulled.changes(ChangeConfiguration.class).get(0).fields().get(0);
    assertThat(field.key()).isEqualTo("net1");
    assertThat(field.part()).contains("link_down");
    assertThat(field.effect()).isEqualTo(Effect.AT_ONCE);
    assertThat(field.origin().orElseThrow()).asString().startsWith("nodes.yaml:17:");
    assertThat(pulled.waiting()).isEmpty();
    assertThat(field).hasToString("net1.link_down: 0 → 1");

    scene.apply().files("{bridge: vmbr1, link_down: true}", "bridge: vmbr1");
    ChangeConfiguration back = scene.plan().changes(ChangeConfiguration.class).get(0);
    assertThat(back.values().get("net1")).contains("bridge=vmbr1").doesNotContain("link_down");
    assertThat(back.fields()).extracting(FieldChange::effect).containsExactly(Effect.AT_ONCE);
  }

  @Test
  void addressOfALiveNodeIsNotChanged() {
    Plan plan = Scene.deployed().files("address: 192.168.1.21", "address: 192.168.1.99").plan();

    assertThat(plan.isBlocked()).isTrue();
    assertThat(plan.changes()).isEmpty();
    Finding finding = plan.findings().withCode(PlanFinding.ADDRESS_CHANGED.code()).get(0);
    assertThat(finding.message()).contains("192.168.1.21/24", "192.168.1.99/24");
    assertThat(finding.location()).hasToString("nodes.yaml:11:14");
  }

  @Test
  void gatewayMayChangeWithoutTheAddress() {
    Plan plan =
        Scene.deployed().files("node_gateway: 192.168.1.1", "node_gateway: 192.168.1.254").plan();

    assertThat(Scene.ids(plan)).containsExactly("configure/cp-1", "configure/worker-1");
    assertThat(plan.changes(ChangeConfiguration.class).get(1).values().get("ipconfig0"))
        .contains("gw=192.168.1.254", "ip=192.168.1.21/24");
  }

  @Test
  void stoppedNodeIsStarted() {
    Scene scene = Scene.deployed().change(3001, guest -> guest.power(Power.STOPPED));

    assertThat(Scene.ids(scene.plan())).containsExactly("start/worker-1");
  }

  @Test
  void stoppedNodeTakesEverythingAtOnceAndStartsLast() {
    Scene scene =
        Scene.deployed()
            .change(3001, guest -> guest.power(Power.STOPPED))
            .files("vm_cores: 8", "vm_cores: 12")
            .files("vm_disk_size: 256G", "vm_disk_size: 512G");

    Plan plan = scene.plan();

    assertThat(Scene.ids(plan))
        .containsExactly("configure/worker-1", "grow/worker-1/scsi0", "start/worker-1");
    assertThat(plan.changes(ChangeConfiguration.class).get(0).fields())
        .allMatch(field -> field.effect() == Effect.AT_ONCE);
    assertThat(plan.changes().get(1).dependencies()).containsExactly(plan.changes().get(0).id());
    assertThat(plan.changes().get(2).dependencies()).containsExactly(plan.changes().get(1).id());
    assertThat(plan.waiting()).isEmpty();
  }

  @Test
  void lockedVmIsToldBeforehand() {
    Scene scene =
        Scene.deployed()
            .change(3001, guest -> guest.with("lock", "backup"))
            .files("vm_cores: 8", "vm_cores: 12");

    assertThat(Scene.codes(scene.plan())).containsExactly(PlanFinding.VM_LOCKED.code());
  }

  @Test
  void attachedDiskIsNeverPushedAside() {
    Scene scene =
        Scene.deployed()
            .change(3001, guest -> guest.with("ide2", "local-zfs:vm-3001-disk-7,size=8G"));

    Plan plan = scene.plan();

    assertThat(plan.isBlocked()).isTrue();
    assertThat(plan.changes()).isEmpty();
    assertThat(Scene.codes(plan)).contains(PlanFinding.DRIVE_OF_OTHER_KIND.code());
  }

  @Test
  void firmwareDiskIsNotMadeAgain() {
    Plan plan = Scene.deployed().worker("efi_type: 2m").plan();

    assertThat(plan.changes()).isEmpty();
    assertThat(Scene.codes(plan)).containsExactly(PlanFinding.FIRMWARE_DISK_FIXED.code());
  }

  @Test
  void newHardwareAddressReplacesTheCardSoItWaits() {
    Plan plan = Scene.deployed().worker("mac_addr: BC:24:11:00:00:01").plan();

    assertThat(plan.changes()).isEmpty();
    assertThat(plan.waiting()).hasSize(1);
  }

  @Test
  void onlySelectedNodesChange() {
    Scene scene = Scene.deployed();
    scene.cluster += "onboot: false\n";
    scene.selection = new NodeSelection(List.of("work*"), List.of());
    assertThat(Scene.ids(scene.plan())).containsExactly("configure/worker-1");

    scene.selection = new NodeSelection(List.of(), List.of("worker-?"));
    Plan others = scene.plan();
    assertThat(Scene.ids(others)).containsExactly("configure/cp-1");
    assertThat(others.left()).containsExactly(NodeName.of("worker-1"));

    scene.selection = new NodeSelection(List.of("wrker-1"), List.of());
    Plan none = scene.plan();
    assertThat(none.isBlocked()).isTrue();
    assertThat(none.findings().render()).contains("'wrker-1'", "Did you mean worker-1?");
  }
}
