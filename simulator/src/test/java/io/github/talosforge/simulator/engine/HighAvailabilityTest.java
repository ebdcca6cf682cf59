package io.github.talosforge.simulator.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.simulator.api.ApiFailure;
import io.github.talosforge.simulator.world.Personality;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HighAvailabilityTest {
  private static final String RESOURCES = "/cluster/ha/resources";

  private final TestCloud cloud = TestCloud.of(b -> b.hosts(3).timeScale(1));

  private void managed(int id, String storage) {
    cloud.create(id, storage);
    cloud.call("POST", RESOURCES, "sid", "vm:" + id, "state", "started");
    cloud.pass(Duration.ofSeconds(30));
  }

  @Test
  void onlyWhatWasConfiguredIsShownWithADigest() {
    cloud.create(100, "ceph");
    cloud.create(101, "ceph");
    cloud.call("POST", RESOURCES, "sid", "vm:100");
    Map<String, Object> bare = cloud.get(RESOURCES + "/vm:100");
    assertThat(bare).containsOnlyKeys("sid", "type", "digest");
    assertThat(bare.get("digest")).asString().matches("[0-9a-f]{40}");

    cloud.call("POST", RESOURCES, "sid", "vm:101", "max_restart", "0", "comment", "mail");
    assertThat(cloud.get(RESOURCES + "/vm:101"))
        .containsOnlyKeys("sid", "type", "digest", "max_restart", "comment")
        .containsEntry("max_restart", 0);
    cloud.call("PUT", RESOURCES + "/vm:100", "state", "stopped", "failback", "0");
    Map<String, Object> more = cloud.get(RESOURCES + "/vm:100");
    assertThat(more)
        .containsOnlyKeys("sid", "type", "digest", "state", "failback")
        .doesNotContainEntry("digest", bare.get("digest"));
    cloud.call("PUT", RESOURCES + "/vm:100", "delete", "state,failback");
    assertThat(cloud.list(RESOURCES).get(0)).containsOnlyKeys("sid", "type", "digest");
  }

  @Test
  void managedVmIsStartedAndPowerCallsBecomeRequests() {
    managed(100, "ceph");
    assertThat(cloud.vm(100).isRunning()).isTrue();

    String upid = cloud.post("/nodes/pve1/qemu/100/status/stop");
    assertThat(cloud.task(upid).type()).isEqualTo("hastop");
    cloud.pass(Duration.ofSeconds(1));
    assertThat(cloud.task(upid).exitStatus()).isEqualTo("OK");
    assertThat(cloud.vm(100).isRunning()).as("only requested so far").isTrue();
    cloud.pass(Duration.ofSeconds(30));
    assertThat(cloud.vm(100).isRunning()).isFalse();
    assertThat(cloud.resource(100)).containsEntry("hastate", "stopped");
  }

  @Test
  void vmOnSharedStorageMovesWhenItsHostDies() {
    managed(100, "ceph");
    cloud.engine.interventions().host("pve1", false);
    assertThat(cloud.vm(100).host()).isEqualTo("pve1");
    cloud.pass(Duration.ofMinutes(2));
    cloud.pass(Duration.ofSeconds(30));

    assertThat(cloud.vm(100).host()).isNotEqualTo("pve1");
    assertThat(cloud.vm(100).isRunning()).isTrue();
  }

  @Test
  void vmOnLocalStorageMovesWithoutItsDiskAndGivesUp() {
    managed(100, "local-lvm");
    cloud.engine.interventions().host("pve1", false);
    for (int i = 0; i < 60; i++) {
      cloud.pass(Duration.ofSeconds(10));
    }

    assertThat(cloud.vm(100).isRunning()).isFalse();
    assertThat(cloud.resource(100)).containsEntry("hastate", "error");
    assertThat(cloud.refused("PUT", RESOURCES + "/vm:100", "state", "started").reason())
        .isEqualTo("service 'vm:100' in error state, must be disabled and fixed first");
  }

  @Test
  void stopThatFailsIsAnErrorUntilTheVmIsDisabled() {
    managed(100, "ceph");
    cloud.vm(100).config().put("lock", "backup");
    cloud.exit(cloud.post("/nodes/pve1/qemu/100/status/stop"));
    cloud.pass(Duration.ofMinutes(1));

    assertThat(cloud.vm(100).isRunning()).isTrue();
    assertThat(cloud.resource(100)).containsEntry("hastate", "error");
    String again = cloud.post("/nodes/pve1/qemu/100/status/stop");
    cloud.pass(Duration.ofSeconds(1));
    assertThat(cloud.task(again).exitStatus())
        .isEqualTo("command 'ha-manager crm-command stop vm:100 0' failed: exit code 255");

    cloud.vm(100).config().remove("lock");
    cloud.call("PUT", RESOURCES + "/vm:100", "state", "disabled");
    cloud.pass(Duration.ofSeconds(30));
    assertThat(cloud.vm(100).isRunning()).isFalse();
    assertThat(cloud.resource(100)).containsEntry("hastate", "disabled");
  }

  @Test
  void nothingIsRequestedWithoutQuorum() {
    managed(100, "ceph");
    cloud.engine.interventions().quorum(false);
    String upid = cloud.post("/nodes/pve1/qemu/100/status/stop");
    cloud.pass(Duration.ofSeconds(1));

    assertThat(cloud.task(upid).exitStatus()).endsWith("failed: exit code 255");
    assertThat(cloud.resource(100)).containsEntry("hastate", "started");
  }

  @Test
  void negativeAffinityKeepsVmsApart() {
    managed(100, "ceph");
    managed(101, "ceph");
    cloud.engine.interventions().move(101, "pve2");
    cloud.call(
        "POST",
        "/cluster/ha/rules",
        "rule",
        "apart",
        "type",
        "resource-affinity",
        "affinity",
        "negative",
        "resources",
        "vm:100,vm:101");
    cloud.engine.interventions().host("pve1", false);
    cloud.pass(Duration.ofMinutes(3));

    assertThat(cloud.vm(100).host()).isEqualTo("pve3");
  }

  @Test
  void ruleForMoreVmsThanHostsIsInfeasible() {
    for (int id = 100; id < 104; id++) {
      managed(id, "ceph");
    }
    ApiFailure failure =
        cloud.refused(
            "POST",
            "/cluster/ha/rules",
            "rule",
            "r",
            "type",
            "resource-affinity",
            "affinity",
            "negative",
            "resources",
            "vm:100,vm:101,vm:102,vm:103");

    assertThat(failure.status()).isEqualTo(500);
    assertThat(failure.reason())
        .isEqualTo(
            "create ha rule failed: 400 Rule 'r' is invalid.\n"
                + "resources: rule defines more resources than available nodes");
    assertThat(
            cloud
                .refused(
                    "POST",
                    "/cluster/ha/rules",
                    "rule",
                    "r",
                    "type",
                    "node-affinity",
                    "resources",
                    "vm:999",
                    "nodes",
                    "pve1")
                .reason())
        .isEqualTo("create ha rule failed: cannot use unmanaged resource(s) vm:999.");
  }

  @Test
  void destroyNeedsPurgeWhichEmptiesTheRules() {
    managed(100, "ceph");
    cloud.call(
        "POST",
        "/cluster/ha/rules",
        "rule",
        "r",
        "type",
        "node-affinity",
        "resources",
        "vm:100",
        "nodes",
        "pve1:2,pve2");
    cloud.call("PUT", RESOURCES + "/vm:100", "state", "stopped");
    cloud.pass(Duration.ofSeconds(30));

    assertThat(cloud.refused("DELETE", "/nodes/pve1/qemu/100").reason())
        .isEqualTo("unable to remove VM 100 - used in HA resources and purge parameter not set.");
    cloud.exit((String) cloud.call("DELETE", "/nodes/pve1/qemu/100", "purge", "1"));
    assertThat(cloud.list(RESOURCES)).isEmpty();
    assertThat(cloud.list("/cluster/ha/rules")).isEmpty();
  }

  @Test
  void groupsBelongToEightAndRulesToNine() {
    TestCloud eight = TestCloud.instant(Personality.PVE_8_4);
    eight.call("POST", "/cluster/ha/groups", "group", "g", "nodes", "pve1:2,pve2");
    eight.create(100, "ceph");
    eight.call("POST", RESOURCES, "sid", "vm:100", "group", "g");

    assertThat(eight.list("/cluster/ha/groups").get(0)).containsEntry("nodes", "pve1:2,pve2");
    assertThat(eight.engine.operations().find("POST", "/cluster/ha/rules")).isEmpty();
    assertThat(eight.vm(100).isRunning()).isTrue();
    assertThat(cloud.refused("GET", "/cluster/ha/groups").reason())
        .isEqualTo("cannot index groups: ha groups have been migrated to rules");
    cloud.create(100, "ceph");
    assertThat(cloud.refused("POST", RESOURCES, "sid", "vm:100", "group", "g").reason())
        .isEqualTo("invalid parameter 'group': ha groups have been migrated to rules");
  }

  @Test
  void writesNeedSysConsole() {
    cloud.create(100, "ceph");

    assertThat(cloud.as(TestCloud.granted()).refused("POST", RESOURCES, "sid", "vm:100").reason())
        .isEqualTo("Permission check failed (/, Sys.Console)");
  }
}
