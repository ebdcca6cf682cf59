package io.github.talosforge.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.talosforge.model.NodeName;
import io.github.talosforge.model.NodeRole;
import io.github.talosforge.observe.AttachedVolumes;
import io.github.talosforge.observe.Claim;
import io.github.talosforge.observe.CountedClaims;
import io.github.talosforge.observe.ImageStock;
import io.github.talosforge.observe.NodePart;
import io.github.talosforge.observe.NodeVm;
import io.github.talosforge.observe.ObservedGuest;
import io.github.talosforge.observe.ObservedGuest.Power;
import io.github.talosforge.observe.OwnedCluster;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** One look has one answer to whose a guest is, and nobody guesses what a node does. */
class ClaimsTest {
  private static final NodeName WORKER = NodeName.of("worker-1");

  /** A cluster with a foreign VM, one that the files do not name, and one out of sight. */
  private static Scene crowd() {
    Scene scene = Scene.deployed();
    scene.put(Guest.vm(150, "mail", "pve1"));
    String worker = scene.nodes.substring(scene.nodes.indexOf("  - name: worker-1"));
    scene.nodes +=
        worker.replace("worker-1", "worker-2").replace("3001", "3002").replace(".21", ".22");
    scene.apply();
    scene.nodes = scene.nodes.replace(worker, "");
    scene.host("pve3", false);
    scene.put(Guest.of(scene.guest(3001)).id(3009).on("pve3").unread().power(Power.UNKNOWN));
    return scene;
  }

  private static PlanRequest request(OwnedCluster owned) {
    return PlanRequest.of(owned, image -> Scene.SCHEMATIC, NodeSelection.all(), false);
  }

  private static AttachedVolumes none() {
    return new AttachedVolumes(Map.of(), Set.of());
  }

  @Test
  void everyGuestIsJudgedOnceForAllWhoPlan() {
    Scene scene = crowd();
    CountedClaims counted = new CountedClaims();
    OwnedCluster owned = counted.of(scene.spec(), scene.observed());
    PlanRequest request = request(owned);
    Plan nodes = new Planner().plan(request);
    DestroyPlanner destroying = new DestroyPlanner(owned);
    Plan cleaning =
        new CleaningPlanner(request, 0).plan(new ImageStock(List.of(), List.of(), none()));

    assertThat(Scene.codes(nodes)).contains(PlanFinding.VM_UNLISTED.code());
    assertThat(new Planner().plan(request(owned.wanting(scene.spec()))).changes())
        .isEqualTo(nodes.changes());
    assertThat(destroying.nodes()).contains(WORKER);
    assertThat(Scene.ids(destroying.plan(NodeSelection.all(), true)))
        .contains("destroy/worker-1/3001");
    assertThat(
            Scene.codes(
                new LeftoverPlanner(request, ClaimsTest::none)
                    .plan(cleaning, List.of(), List.of(), Instant.EPOCH)))
        .isNotEmpty();
    assertThat(
            new VolumeDestroyPlanner(request, id -> Set.of(), ClaimsTest::none)
                .plan("longhorn")
                .isBlocked())
        .isTrue();
    assertThat(
            new AdoptionPlanner(owned)
                .plan(Map.of("150", WORKER), then -> nodes)
                .marks()
                .isBlocked())
        .isTrue();

    assertThat(counted.counts()).hasSize(owned.observed().guests().size());
    assertThat(counted.counts().values()).as("%s", counted.counts()).containsOnly(1);
  }

  @Test
  void whatTheFilesDoNotNameHasNoRole() {
    Scene scene = crowd();
    OwnedCluster owned = scene.owned();

    List<NodeVm> vms = owned.claims().stream().filter(Claim::isWritable).map(owned::vm).toList();

    assertThat(vms)
        .extracting(vm -> vm.node() + ": " + vm.role().map(NodeRole::label).orElse("unknown"))
        .containsExactly("cp-1: control plane", "worker-1: unknown", "worker-2: worker");
    assertThat(vms).extracting(NodeVm::mayBeControlPlane).containsExactly(true, true, false);
    assertThat(owned.role(WORKER)).isEmpty();
    assertThat(
            owned.vm(WORKER, NodePart.DATA, vms.get(1).vmId(), vms.get(1).host(), Optional.empty()))
        .extracting(NodeVm::role)
        .isEqualTo(Optional.empty());
  }

  @Test
  void onlyWhatTheLookShowedHasAClaim() {
    Scene scene = crowd();
    OwnedCluster owned = scene.owned();
    ObservedGuest later = Guest.vm(151, "web", "pve1").build();

    assertThat(owned.claim(scene.guest(150)).state()).isEqualTo(Claim.State.FOREIGN);
    assertThatThrownBy(() -> owned.claim(later)).hasMessageContaining("was not observed");
  }

  /** The nodes decide whose VMs are whose, so that they cannot be others for the same claims. */
  @Test
  void aLookIsSharedOnlyWithFilesOfTheSameNodes() {
    Scene scene = crowd();
    OwnedCluster owned = scene.owned();
    Scene other = scene.copy().files("vm_id: 2001", "vm_id: 2005");

    assertThat(owned.wanting(scene.spec()).claims()).isSameAs(owned.claims());
    assertThatThrownBy(() -> owned.wanting(other.spec()))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
