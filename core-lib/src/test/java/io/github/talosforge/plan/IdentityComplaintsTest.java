package io.github.talosforge.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.finding.Finding;
import io.github.talosforge.model.HostName;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.model.VmId;
import io.github.talosforge.observe.ObservedGuest.Power;
import io.github.talosforge.observe.RunningTask;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** What users of other tools lost because a VM was taken for another one. */
class IdentityComplaintsTest {

  @Test
  void complaint01_wrongVmChangedBecauseAnIdWasReused() {
    Scene scene = Scene.deployed();
    scene.remove(3001);
    scene.put(Guest.vm(3001, "mail-server", "pve2").with("cores", "2"));

    Plan plan = scene.plan();

    assertThat(plan.isBlocked()).isTrue();
    assertThat(plan.changes()).isEmpty();
    Finding finding = only(plan, PlanFinding.VM_ID_FOREIGN);
    assertThat(finding.message())
        .contains("worker-1", "VM 3001 'mail-server' on pve2", "not this node's VM");
    assertThat(finding.location()).hasToString("nodes.yaml:10:12");
  }

  @Test
  void complaint05_anIdHandedOutTwiceIsSeenBeforeTheFirstWrite() {
    Scene scene = new Scene();
    scene.put(Guest.vm(2001, "somebody-elses", "pve3"));

    assertThat(scene.plan().isBlocked()).isTrue();
  }

  @Test
  void complaint05_aNodeWithoutAFixedIdTakesAnotherOne() {
    Scene scene = new Scene().files("    vm_id: 3001\n", "");
    int chosen = create(scene.plan(), "worker-1").vm().vmId().value();
    scene.put(Guest.vm(chosen, "somebody-elses", "pve3"));

    Plan plan = scene.plan();

    assertThat(plan.isBlocked()).isFalse();
    assertThat(create(plan, "worker-1").vm().vmId()).isNotEqualTo(VmId.of(chosen));
  }

  @Test
  void complaint10_vmMovedByHaOrByHandIsFoundWhereItIs() {
    Scene scene = Scene.deployed().change(3001, guest -> guest.on("pve3"));
    assertThat(scene.plan().changes()).isEmpty();

    scene.files("vm_cores: 8", "vm_cores: 12");

    ChangeConfiguration change = scene.plan().changes(ChangeConfiguration.class).get(0);
    assertThat(change.vm().host()).isEqualTo(HostName.of("pve3"));
  }

  @Test
  void complaint39_aFreshVmWhoseNameTheListDoesNotShowYetIsNotMadeTwice() {
    Scene scene = Scene.deployed();
    Guest fresh = Guest.of(scene.guest(3001));
    fresh.name = "";
    scene.put(fresh);

    assertThat(scene.plan().changes()).isEmpty();
  }

  @Test
  void foreignVmWithANodesNameStopsTheRun() {
    Scene scene = new Scene();
    scene.put(Guest.vm(150, "cp-1", "pve3"));

    Plan plan = scene.plan();

    assertThat(plan.isBlocked()).isTrue();
    assertThat(Scene.ids(plan)).doesNotContain("create/cp-1");
    assertThat(only(plan, PlanFinding.VM_NAME_FOREIGN).message()).contains("VM 150 'cp-1' on pve3");
  }

  @Test
  void twoVmsWithTheSameMarksStopTheRun() {
    Scene scene = Scene.deployed().change(2001, IdentityComplaintsTest::withOldMark);
    scene.files("    vm_id: 2001\n", "");
    scene.put(Guest.of(scene.guest(2001)).id(2101).on("pve3"));

    Plan plan = scene.plan();

    assertThat(plan.isBlocked()).isTrue();
    assertThat(plan.changes()).isEmpty();
    assertThat(only(plan, PlanFinding.NODE_HAS_TWO_VMS).message())
        .contains("VM 2001 'cp-1' on pve1", "VM 2101 'cp-1' on pve3");
  }

  /** As runs wrote it before the mark named the VM's id. */
  private static Guest withOldMark(Guest guest) {
    return guest.with("description", guest.current.get("description").replaceFirst(" vm=.*", ""));
  }

  @Test
  void oldMarkIsCompletedWithoutARestart() {
    Scene scene = Scene.deployed().change(2001, IdentityComplaintsTest::withOldMark);

    Plan plan = scene.plan();

    assertThat(plan.isBlocked()).as(plan.findings().render()).isFalse();
    assertThat(plan.changes())
        .singleElement()
        .isInstanceOfSatisfying(
            ChangeConfiguration.class,
            change -> {
              assertThat(change.values())
                  .isEqualTo(
                      Map.of("description", "talosforge: cluster=4c1f0a52 node=cp-1 vm=2001"));
              assertThat(change.disruptive()).isFalse();
            });
    assertThat(plan.waiting()).isEmpty();
  }

  /** A backup under another id has all marks too, once its original is gone. */
  @Test
  void oldMarkUnderAnIdThatNobodyGaveIsNamedWithTheCommandThatSettlesIt() {
    for (String files : List.of("    vm_id: 3001\n", "")) {
      Scene scene = Scene.deployed().change(3001, IdentityComplaintsTest::withOldMark);
      scene.put(Guest.of(scene.guest(3001)).id(files.isEmpty() ? 107 : 3101)).remove(3001);
      scene.files("    vm_id: 3001\n", files);

      Plan plan = scene.plan();

      assertThat(plan.isBlocked()).isTrue();
      assertThat(plan.changes()).isEmpty();
      assertThat(only(plan, PlanFinding.VM_UNPROVEN).suggestion())
          .contains("node=worker-1 vm=", "if it is not VM", "--name worker-1-copy", "--smbios1");
    }
    Scene settled = Scene.deployed().files("    vm_id: 3001\n", "");
    settled.change(3001, guest -> guest.id(107)).remove(3001);
    settled.change(
        107,
        guest -> guest.with("description", "talosforge: cluster=4c1f0a52 node=worker-1 vm=107"));
    assertThat(settled.plan().isBlocked()).as(settled.plan().findings().render()).isFalse();

    Scene allocated = Scene.deployed().change(3001, IdentityComplaintsTest::withOldMark);
    Plan plan = allocated.files("    vm_id: 3001\n", "").plan();
    assertThat(plan.isBlocked()).as(plan.findings().render()).isFalse();
    assertThat(plan.changes()).hasSize(1);
  }

  @Test
  void backupUnderAnotherIdIsACopyWhateverElseAgrees() {
    Scene scene = Scene.deployed();
    scene.put(Guest.of(scene.guest(3001)).id(3101).on("pve3").named("restored"));

    Plan plan = scene.plan();

    assertThat(plan.changes()).isEmpty();
    assertThat(plan.isBlocked()).isFalse();
    assertThat(only(plan, PlanFinding.VM_IS_COPY).message())
        .contains("VM 3101 'restored' on pve3", "written for VM 3001", "backup under another id");
  }

  @Test
  void backupOfALostNodeUnderAnotherIdHasToBeAdopted() {
    Scene scene = Scene.deployed();
    scene.put(Guest.of(scene.guest(3001)).id(3101).on("pve3"));
    scene.remove(3001);

    Plan plan = scene.plan();

    assertThat(plan.isBlocked()).isTrue();
    assertThat(plan.changes()).isEmpty();
    assertThat(only(plan, PlanFinding.VM_NAME_FOREIGN).suggestion())
        .contains("qm set 3101 --name worker-1-copy", "adoptNodes --vm=3101=worker-1");
  }

  @Test
  void whatNothingProvesToBeBegunHereIsNamedWithTheCommandThatSettlesIt() {
    Scene old = Scene.deployed().change(2001, IdentityComplaintsTest::withOldMark);
    old.change(2001, guest -> guest.without("tags").without("smbios1").power(Power.STOPPED));

    Plan plan = old.plan();

    assertThat(plan.changes()).isEmpty();
    assertThat(only(plan, PlanFinding.VM_UNPROVEN).suggestion())
        .contains(
            "goes on with it: qm set 2001 --description"
                + " 'talosforge: cluster=4c1f0a52 node=cp-1 vm=2001'\n",
            "qm set 2001 --name cp-1-copy");

    Scene running = Scene.deployed();
    running.change(2001, guest -> guest.without("tags").without("smbios1"));
    assertThat(only(running.plan(), PlanFinding.VM_UNPROVEN).suggestion())
        .contains("goes on with it: qm stop 2001\n");

    Scene settled = Scene.deployed();
    settled.change(2001, guest -> guest.without("tags").without("smbios1").power(Power.STOPPED));
    assertThat(Scene.ids(settled.plan())).containsExactly("create/cp-1");
  }

  @Test
  void copyMadeByHandIsNeverTouched() {
    Scene scene = Scene.deployed();
    scene.put(
        Guest.of(scene.guest(2001))
            .id(5000)
            .named("Copy-of-VM-cp-1")
            .with("smbios1", "uuid=11111111-2222-4333-8444-555555555555"));

    Plan plan = scene.plan();

    assertThat(plan.changes()).isEmpty();
    assertThat(plan.isBlocked()).isFalse();
    assertThat(only(plan, PlanFinding.VM_IS_COPY).message()).contains("VM 5000", "never touched");
  }

  @Test
  void copyWithTheNodesOwnNameStopsTheRun() {
    Scene scene = Scene.deployed();
    scene.put(
        Guest.of(scene.guest(2001))
            .id(5000)
            .with("smbios1", "uuid=11111111-2222-4333-8444-555555555555"));

    assertThat(Scene.codes(scene.plan())).contains(PlanFinding.VM_NAME_FOREIGN.code());
  }

  @Test
  void vmRenamedInProxmoxIsRefusedAndNotMadeAgain() {
    Scene scene = Scene.deployed().change(3001, guest -> guest.named("bigger-worker"));

    Plan plan = scene.plan();

    assertThat(plan.isBlocked()).isTrue();
    assertThat(plan.changes()).isEmpty();
    assertThat(only(plan, PlanFinding.VM_RENAMED).suggestion())
        .contains("qm set 3001 --name worker-1");
  }

  @Test
  void vmRenamedInProxmoxIsKnownByItsUuidEvenWithoutADescription() {
    Scene scene =
        Scene.deployed().change(3001, guest -> guest.named("bigger-worker").without("description"));

    assertThat(Scene.codes(scene.plan())).contains(PlanFinding.VM_RENAMED.code());
  }

  @Test
  void nodeRenamedInTheFileIsRefused() {
    Scene scene = Scene.deployed().files("name: worker-1", "name: worker-one");

    Plan plan = scene.plan();

    assertThat(plan.isBlocked()).isTrue();
    assertThat(plan.changes()).isEmpty();
    assertThat(only(plan, PlanFinding.NODE_RENAMED).message())
        .contains("worker-one", "VM 3001 'worker-1' on pve2", "cannot be renamed");
  }

  @Test
  void nodeRenamedInTheFileIsRecognisedByItsAddressToo() {
    Scene scene =
        Scene.deployed()
            .files("name: worker-1", "name: worker-one")
            .files("vm_id: 3001", "vm_id: 3050");

    assertThat(Scene.codes(scene.plan())).contains(PlanFinding.NODE_RENAMED.code());
  }

  @Test
  void clusterRenamedInTheFileIsRefused() {
    Scene scene = Scene.deployed().files("cluster_name: homelab", "cluster_name: production");

    Plan plan = scene.plan();

    assertThat(plan.isBlocked()).isTrue();
    assertThat(plan.changes()).isEmpty();
    Finding finding = plan.findings().withCode(PlanFinding.CLUSTER_RENAMED.code()).get(0);
    assertThat(finding.message()).contains("talosforge-homelab", "cannot be renamed");
    assertThat(finding.location()).hasToString("cluster.yaml:1:15");
  }

  @Test
  void lostTagsAreRefusedWithTheCommandThatPutsThemBack() {
    Scene scene = Scene.deployed().change(2001, guest -> guest.with("tags", "mine"));

    Plan plan = scene.plan();

    assertThat(plan.isBlocked()).isTrue();
    assertThat(plan.changes()).isEmpty();
    assertThat(only(plan, PlanFinding.VM_TAGS_LOST).suggestion())
        .contains("qm set 2001 --tags 'mine;talosforge;talosforge-homelab'");
  }

  @Test
  void clustersOfTheSameNameNeverMeet() {
    Scene mine = Scene.deployed();
    Scene theirs = new Scene().files("4c1f0a52", "0000ffff");
    mine.guests.values().forEach(guest -> theirs.guests.put(guest.id(), guest));

    Plan plan = theirs.plan();

    assertThat(plan.isBlocked()).isTrue();
    assertThat(plan.changes()).isEmpty();
    assertThat(Scene.codes(plan)).contains(PlanFinding.VM_NAME_FOREIGN.code());
  }

  @Test
  void vmThatTheFilesNoLongerNameIsListedAndLeftAlone() {
    Scene scene = Scene.deployed();
    scene.nodes = scene.nodes.substring(0, scene.nodes.indexOf("  - name: worker-1"));

    Plan plan = scene.plan();

    assertThat(plan.changes()).isEmpty();
    assertThat(plan.isBlocked()).isFalse();
    assertThat(plan.unlisted())
        .containsExactly(
            new UnlistedVm(NodeName.of("worker-1"), VmId.of(3001), HostName.of("pve2"), true));
  }

  @Test
  void unfinishedVmIsFinishedFromItsConfigurationOn() {
    Scene scene = Scene.deployed();
    String description =
        scene.guest(3001).configuration().orElseThrow().current().get("description");
    scene.put(
        Guest.vm(3001, "worker-1", "pve2")
            .power(Power.STOPPED)
            .with("description", description)
            .with("tags", "talosforge-template;talos-v1.12.4")
            .with("smbios1", "uuid=11111111-2222-4333-8444-555555555555")
            .with("scsi0", "local-zfs:vm-3001-disk-0,size=4G"));

    Plan plan = scene.plan();

    assertThat(Scene.ids(plan)).containsExactly("create/worker-1");
    CreateVm create = create(plan, "worker-1");
    assertThat(create.resumeAt()).isEqualTo(CreateVm.Step.CONFIGURE);
    assertThat(create.configuration().values())
        .containsEntry("tags", "kubernetes;linux;talos;talosforge;talosforge-homelab;worker")
        .containsEntry("smbios1", "uuid=" + Guest.uuid(Scene.UID, "worker-1"));
    assertThat(
            create
                .configuration()
                .differencesTo(scene.guest(3001).configuration().orElseThrow().current())
                .get("scsi0"))
        .startsWith("local-zfs:vm-3001-disk-0,")
        .contains("discard=on")
        .doesNotContain("size=");
  }

  @Test
  void cloneThatStillRunsIsWaitedFor() {
    Scene scene = Scene.deployed();
    scene.put(beingMade(3001));
    String upid = "UPID:pve2:0003F1A2:01B2C3D4:674A1B2C:qmclone:9000:eve@pve!ci:";
    scene.tasks.add(new RunningTask(upid, HostName.of("pve2"), "qmclone", "9000"));

    Plan plan = scene.plan();

    assertThat(plan.isBlocked()).isTrue();
    assertThat(plan.tasks()).hasSize(1);
    assertThat(plan.changes()).isEmpty();
    assertThat(Scene.codes(plan)).containsExactly(PlanFinding.VM_BEING_MADE.code());
    assertThat(only(plan, PlanFinding.VM_BEING_MADE).message())
        .as("whose it is")
        .contains("qmclone on pve2 by eve@pve!ci");
  }

  @Test
  void lockWithoutATaskIsStuckAndTheRootCommandIsPrinted() {
    Scene scene = Scene.deployed();
    scene.put(beingMade(3001));
    scene.tasks.add(new RunningTask("UPID:pve1:…", HostName.of("pve1"), "qmclone", "9000"));

    Plan plan = scene.plan();

    assertThat(plan.isBlocked()).isTrue();
    assertThat(plan.changes()).isEmpty();
    assertThat(only(plan, PlanFinding.VM_STUCK).suggestion())
        .contains("as root on pve2")
        .contains("qm unlock 3001 && qm destroy 3001 --destroy-unreferenced-disks 1 --purge 1");
  }

  @Test
  void aNodeWithoutAFixedIdDoesNotWalkAwayFromItsOwnHalfMadeVm() {
    Scene scene = new Scene().files("    vm_id: 3001\n", "");
    int chosen = create(scene.plan(), "worker-1").vm().vmId().value();
    scene.put(beingMade(chosen));

    Plan plan = scene.plan();

    assertThat(Scene.codes(plan)).contains(PlanFinding.VM_STUCK.code());
    assertThat(Scene.ids(plan)).doesNotContain("create/worker-1");
  }

  @Test
  void clusterWithoutUidGetsALineToPaste() {
    Scene scene = new Scene().files("cluster_uid: 4c1f0a52\n", "");

    Plan plan = Planner.withoutUid(scene.spec(), Planner.freshUid(new SplittableRandom(1)));

    assertThat(plan.isBlocked()).isTrue();
    assertThat(only(plan, PlanFinding.CLUSTER_UID_MISSING).suggestion())
        .containsPattern("cluster_uid: [0-9a-f]{16}$");
  }

  private static Guest beingMade(int id) {
    return Guest.vm(id, "", "pve2")
        .power(Power.STOPPED)
        .with("lock", "clone")
        .with("description", "qmclone temporary file");
  }

  private static CreateVm create(Plan plan, String node) {
    return (CreateVm) plan.change(ChangeId.of("create", node)).orElseThrow();
  }

  private static Finding only(Plan plan, PlanFinding kind) {
    assertThat(plan.findings().withCode(kind.code())).as(plan.findings().render()).hasSize(1);
    return plan.findings().withCode(kind.code()).get(0);
  }
}
