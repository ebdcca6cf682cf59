package io.github.talosforge.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.model.NodeName;
import io.github.talosforge.observe.ObservedGuest.Power;
import org.junit.jupiter.api.Test;

/** Other tools could not even plan when one host was off. */
class HostDownComplaintsTest {

  @Test
  void complaint35_aHostThatIsDownMakesAPartialPlan() {
    Scene scene = Scene.deployed().files("vm_cores: 4", "vm_cores: 6");
    scene.host("pve2", false);
    scene.change(3001, guest -> guest.unread().power(Power.UNKNOWN));

    Plan plan = scene.plan();

    assertThat(plan.isBlocked()).as(plan.findings().render()).isFalse();
    assertThat(Scene.ids(plan)).containsExactly("configure/cp-1");
    assertThat(plan.left()).containsExactly(NodeName.of("worker-1"));
    assertThat(plan.findings().withCode(PlanFinding.HOST_DOWN.code()).get(0).message())
        .contains("pve2", "worker-1");
  }

  @Test
  void complaint26_aVmOnADownHostWhoseNameIsForgottenIsNotMadeTwice() {
    Scene scene = Scene.deployed();
    scene.host("pve2", false);
    Guest forgotten = Guest.of(scene.guest(3001)).unread().power(Power.UNKNOWN);
    forgotten.name = "";
    scene.put(forgotten);
    scene.files("vm_id: 3001", "vm_id: 3002").files("proxmox_node: pve2", "proxmox_node: pve3");

    Plan plan = scene.plan();

    assertThat(Scene.ids(plan)).doesNotContain("create/worker-1");
    assertThat(plan.left()).containsExactly(NodeName.of("worker-1"));
    assertThat(Scene.codes(plan)).contains(PlanFinding.HOST_DOWN.code());
  }

  @Test
  void complaint35_aNodeThatBelongsOnADownHostIsLeftForLater() {
    Scene scene = new Scene();
    scene.cluster += "placement: strict\n";
    scene.host("pve2", false);

    Plan plan = scene.plan();

    assertThat(Scene.ids(plan)).contains("create/cp-1").doesNotContain("create/worker-1");
  }

  @Test
  void aNodeWithoutAHostSaysHowToGetOne() {
    Scene scene = new Scene();
    scene.hosts.clear();
    scene.files("proxmox_nodes: [pve1, pve2, pve3]\n", "").files("    proxmox_node: pve2\n", "");

    Plan plan = scene.plan();

    assertThat(plan.isBlocked()).isTrue();
    assertThat(Scene.codes(plan)).contains(PlanFinding.HOST_UNDECIDED.code());
    assertThat(plan.findings().render()).contains("Write proxmox_node or proxmox_nodes");
  }
}
