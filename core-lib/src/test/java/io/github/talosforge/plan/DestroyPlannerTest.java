package io.github.talosforge.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.observe.ObservedGuest.Power;
import org.junit.jupiter.api.Test;

class DestroyPlannerTest {

  @Test
  void complaint01_onlyProvenVmsAreDestroyed() {
    Scene scene = Scene.deployed();
    scene.put(Guest.vm(150, "mail", "pve1"));
    scene.put(
        Guest.of(scene.guest(2001))
            .id(5000)
            .named("Copy-of-VM-cp-1")
            .with("smbios1", "uuid=11111111-2222-4333-8444-555555555555"));
    scene.change(3001, guest -> guest.named("renamed"));

    Plan plan = destroy(scene);

    assertThat(Scene.ids(plan)).containsExactly("destroy/cp-1/2001");
    assertThat(plan.changes()).allMatch(Change::disruptive);
  }

  @Test
  void vmsThatTheFilesNoLongerNameGoToo() {
    Scene scene = Scene.deployed();
    scene.nodes = scene.nodes.substring(0, scene.nodes.indexOf("  - name: worker-1"));

    assertThat(Scene.ids(destroy(scene)))
        .containsExactly("destroy/cp-1/2001", "destroy/worker-1/3001");
  }

  @Test
  void volumesOfOthersAreNotAmongThoseThatGo() {
    Scene scene =
        Scene.deployed()
            .change(
                3001,
                guest ->
                    guest
                        .with("scsi5", "ceph:vm-9999-pvc-1,size=8G")
                        .with("protection", "1")
                        .power(Power.STOPPED));

    DestroyVm destroy = destroy(scene).changes(DestroyVm.class).get(1);

    assertThat(destroy.volumes()).hasSize(1).allMatch(volume -> volume.contains("vm-3001-"));
    assertThat(destroy.protectedNow()).isTrue();
    assertThat(destroy.running()).isFalse();
  }

  @Test
  void vmsOnADownHostStay() {
    Scene scene = Scene.deployed();
    scene.host("pve2", false);
    scene.change(3001, guest -> guest.unread().power(Power.UNKNOWN));

    Plan plan = destroy(scene);

    assertThat(Scene.ids(plan)).containsExactly("destroy/cp-1/2001");
    assertThat(Scene.codes(plan)).containsExactly(PlanFinding.HOST_DOWN.code());
  }

  private static Plan destroy(Scene scene) {
    return new DestroyPlanner(scene.owned()).plan(NodeSelection.all(), true);
  }
}
