package io.github.talosforge.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.model.NodeName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NoChangeTest {

  @ParameterizedTest
  @ValueSource(strings = {"clone", "import", "iso"})
  void whatWasAppliedNeedsNothingMore(String provision) {
    Scene scene = new Scene().files("provision: clone", "provision: " + provision);
    scene.apply();

    Plan second = scene.plan();

    assertThat(second.changes()).isEmpty();
    assertThat(second.waiting()).isEmpty();
    assertThat(second.findings().hasErrors()).isFalse();
    assertThat(second.unchanged()).containsExactly(NodeName.of("cp-1"), NodeName.of("worker-1"));
  }

  @Test
  void everyKindOfDiskAndCardIsRecognisedAgain() {
    Scene scene =
        new Scene()
            .worker(
                """
                tpm: true
                serial_console: true
                rng: /dev/urandom
                watchdog: i6300esb
                extra_disks:
                  - size: 100G
                  - size: 1.5T
                extra_nics:
                  - bridge: vmbr1
                    address: 10.0.0.21/24
                """);
    scene.apply();

    assertThat(scene.plan().changes()).isEmpty();
    assertThat(scene.guest(3001).configuration().orElseThrow().current())
        .containsKeys("scsi16", "scsi17", "tpmstate0", "net1", "ipconfig1", "watchdog", "rng0");
  }

  @Test
  void theSameMeaningInOtherWordsIsNoChange() {
    Scene scene =
        Scene.deployed()
            .change(
                3001,
                guest ->
                    guest
                        .with("agent", "enabled=1")
                        .with("memory", "current=16384")
                        .with("boot", "order=scsi0")
                        .with("onboot", guest.current.get("onboot").equals("1") ? "yes" : "no"));

    assertThat(scene.plan().changes()).isEmpty();
  }

  @Test
  void twoLooksAtTheSameSystemGiveTheSameDigest() {
    Scene scene = Scene.deployed().files("vm_cores: 8", "vm_cores: 12");

    assertThat(scene.plan().digest()).isEqualTo(scene.plan().digest());
  }

  @Test
  void aPlanNoLongerHoldsWhenSomebodyElseChangedTheVm() {
    Scene scene = Scene.deployed().files("vm_cores: 8", "vm_cores: 12");
    String looked = scene.plan().digest();

    scene.change(
        3001,
        guest -> {
          guest.digest = "changed by hand";
          return guest;
        });

    assertThat(scene.plan().digest()).isNotEqualTo(looked);
  }

  @Test
  void aPlanStillHoldsWhenSomebodyElsesVmChanges() {
    Scene scene = Scene.deployed().files("vm_cores: 8", "vm_cores: 12");
    String looked = scene.plan().digest();

    scene.put(Guest.vm(777, "mail", "pve3"));

    assertThat(scene.plan().digest()).isEqualTo(looked);
  }
}
