package io.github.talosforge.simulator.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.simulator.world.Personality;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PowerTest {
  private static final String VM = "/nodes/pve1/qemu/100";

  private final TestCloud cloud = TestCloud.timed();

  private void createTalos(String... more) {
    cloud.template(9000, "local-lvm");
    cloud.run("/nodes/pve1/qemu/9000/clone", "newid", "100");
    if (more.length > 0) {
      cloud.call("PUT", VM + "/config", more);
    }
    cloud.start(100);
  }

  @Test
  void startTwiceIsRefusedInTheTask() {
    cloud.create(100, "local-lvm");
    cloud.start(100);

    assertThat(cloud.run(VM + "/status/start")).isEqualTo("VM 100 already running");
    assertThat(cloud.run(VM + "/status/stop")).isEqualTo("OK");
    assertThat(cloud.run(VM + "/status/stop")).isEqualTo("OK");
  }

  @Test
  void agentAnswersOnceTheGuestHasBooted() {
    createTalos("ipconfig0", "ip=192.168.1.50/24,gw=192.168.1.1");

    assertThat(cloud.refused("POST", VM + "/agent/ping").reason())
        .isEqualTo("QEMU guest agent is not running");
    cloud.pass(Duration.ofSeconds(15));
    assertThat(cloud.call("POST", VM + "/agent/ping")).isEqualTo(Map.of("result", Map.of()));
    assertThat(cloud.get(VM + "/agent/network-get-interfaces").get("result").toString())
        .contains("192.168.1.50");
  }

  @Test
  void agentErrorsSayWhatIsMissing() {
    cloud.create(100, "local-lvm");
    assertThat(cloud.refused("POST", VM + "/agent/ping").reason())
        .isEqualTo("No QEMU guest agent configured");
    cloud.call("PUT", VM + "/config", "agent", "1");
    assertThat(cloud.refused("POST", VM + "/agent/ping").reason())
        .isEqualTo("VM 100 is not running");
  }

  @Test
  void agentNeedsAnotherPrivilegeInEachRelease() {
    for (Personality release : Personality.values()) {
      TestCloud other = TestCloud.instant(release);
      other.create(100, "local-lvm");
      assertThat(other.as(TestCloud.granted()).refused("POST", VM + "/agent/ping").reason())
          .isEqualTo(
              release.isNine()
                  ? "Permission check failed (/vms/100,"
                      + " VM.GuestAgent.Audit|VM.GuestAgent.Unrestricted)"
                  : "Permission check failed (/vms/100, VM.Monitor)");
    }
  }

  @Test
  void guestWithAgentShutsDownAndAnEmptyOneTimesOut() {
    createTalos();
    cloud.pass(Duration.ofSeconds(20));
    assertThat(cloud.run(VM + "/status/shutdown")).isEqualTo("OK");
    assertThat(cloud.vm(100).isRunning()).isFalse();

    cloud.create(101, "local-lvm");
    cloud.start(101);
    assertThat(cloud.run("/nodes/pve1/qemu/101/status/shutdown", "timeout", "5"))
        .isEqualTo("VM quit/powerdown failed - got timeout");
    assertThat(cloud.run("/nodes/pve1/qemu/101/status/shutdown", "timeout", "5", "forceStop", "1"))
        .isEqualTo("OK");
    assertThat(cloud.vm(101).isRunning()).isFalse();
  }

  @Test
  void rebootAppliesPendingChangesAndAResetDoesNot() {
    createTalos();
    cloud.pass(Duration.ofSeconds(20));
    cloud.call("PUT", VM + "/config", "cores", "8");
    cloud.run(VM + "/status/reset");
    assertThat(cloud.vm(100).pending()).containsKey("cores");
    cloud.pass(Duration.ofSeconds(20));
    assertThat(cloud.run(VM + "/status/reboot")).isEqualTo("OK");
    cloud.pass(Duration.ofSeconds(5));
    assertThat(cloud.config(100)).containsEntry("cores", "8");
    assertThat(cloud.vm(100).isRunning()).isTrue();
  }

  @ParameterizedTest(name = "{0} of {1} MiB, numa {2}: {3}")
  @CsvSource({
    "1024, 2048,    0, numa needs to be enabled",
    "1024, 2560,    1, Memory size 2560 is not a multiple of the requested hugepages size 1024",
    "any,  2561,    1, memory size '2561' is not a positive even integer",
    "2,    1048576, 1, hugepage allocation failed",
    "2,    2560,    1, OK",
  })
  void hugePagesMustFitAndBeFree(String pages, String memory, String numa, String end) {
    cloud
        .as(TestCloud.ROOT)
        .create(100, "local-lvm", "hugepages", pages, "memory", memory, "numa", numa);

    assertThat(cloud.run(VM + "/status/start")).startsWith(end);
    assertThat(cloud.vm(100).isRunning()).isEqualTo(end.equals("OK"));
  }

  @Test
  void startWarnsAboutFirmware() {
    cloud.create(100, "local-lvm", "bios", "ovmf");

    assertThat(cloud.run(VM + "/status/start")).isEqualTo("WARNINGS: 1");
    assertThat(cloud.vm(100).isRunning()).isTrue();
  }

  @Test
  void statusShowsTheProcess() {
    cloud.create(100, "local-lvm", "tags", "a");
    cloud.start(100);
    cloud.pass(Duration.ofSeconds(30));

    assertThat(cloud.get(VM + "/status/current"))
        .containsEntry("status", "running")
        .containsEntry("qmpstatus", "running")
        .containsEntry("uptime", 30L)
        .containsEntry("tags", "a")
        .containsEntry("ha", Map.of("managed", 0))
        .containsKeys("pid", "running-machine");
    cloud.run(VM + "/status/suspend");
    assertThat(cloud.get(VM + "/status/current")).containsEntry("qmpstatus", "paused");
    assertThat(cloud.refused("POST", VM + "/status/shutdown").reason())
        .isEqualTo("VM is paused - cannot shutdown");
    cloud.run(VM + "/status/resume");
    assertThat(cloud.list("/nodes/pve1/qemu"))
        .singleElement()
        .satisfies(entry -> assertThat(entry).containsEntry("status", "running"));
  }

  @Test
  void featureTellsWhetherLinkedClonesArePossible() {
    cloud.template(9000, "ceph");
    cloud.create(100, "local-lvm");

    assertThat(cloud.get("/nodes/pve1/qemu/9000/feature", "feature", "clone"))
        .containsEntry("hasFeature", 1)
        .containsEntry("nodes", List.of("pve1", "pve2"));
    assertThat(cloud.get(VM + "/feature", "feature", "clone"))
        .containsEntry("hasFeature", 0)
        .containsEntry("nodes", List.of("pve1"));
  }

  @Test
  void cloudInitShowsWhatTheDriveHolds() {
    createTalos("ipconfig0", "ip=10.1.2.3/24,gw=10.1.2.1", "ciuser", "admin");

    assertThat(cloud.call("GET", VM + "/cloudinit/dump", "type", "user").toString())
        .startsWith("#cloud-config")
        .contains("user: admin");
    assertThat(cloud.call("GET", VM + "/cloudinit/dump", "type", "network").toString())
        .contains("address: '10.1.2.3/24'", "gateway: '10.1.2.1'");
    assertThat(cloud.call("PUT", VM + "/cloudinit")).isNull();
  }
}
