package io.github.talosforge.simulator.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Lists show what hosts told each other last, in items 2 and 3 of the comparison with 9.2. */
class PvestatdTest {
  private static final Duration ROUND = Duration.ofSeconds(10);

  private static TestCloud held() {
    TestCloud cloud = TestCloud.instant();
    cloud.engine.interventions().tellNews();
    cloud.engine.interventions().holdNews(true);
    return cloud;
  }

  private static void tell(TestCloud cloud) {
    cloud.engine.interventions().tellNews();
  }

  /** Item 2. */
  @Test
  void vmThatStoppedIsListedAsRunningUntilItsHostTells() {
    TestCloud cloud = held();
    cloud.create(100, "local-lvm");
    cloud.run("/nodes/pve1/qemu/100/status/start");
    tell(cloud);

    cloud.run("/nodes/pve1/qemu/100/status/stop");

    assertThat(cloud.resource(100)).containsEntry("status", "running");
    assertThat(cloud.get("/nodes/pve1/qemu/100/status/current")).containsEntry("status", "stopped");
    assertThat(cloud.list("/nodes/pve1/qemu"))
        .singleElement()
        .satisfies(vm -> assertThat(vm).containsEntry("status", "stopped"));
    tell(cloud);
    assertThat(cloud.resource(100)).containsEntry("status", "stopped");
  }

  /** Item 3. */
  @Test
  void reusedIdShowsTheFormerVmWithTheNewTagsAndLock() {
    TestCloud cloud = held();
    cloud.create(100, "local-lvm", "memory", "2048", "tags", "old");
    cloud.run("/nodes/pve1/qemu/100/template");
    tell(cloud);
    cloud.call("DELETE", "/nodes/pve1/qemu/100");
    assertThat(cloud.resource(100)).isNull();

    cloud.run("/nodes/pve1/qemu", "vmid", "100", "name", "new", "memory", "512", "tags", "new");
    cloud.engine.interventions().hold(100, "backup");

    assertThat(cloud.resource(100))
        .containsEntry("name", "vm100")
        .containsEntry("template", 1)
        .containsEntry("maxmem", 2048L << 20)
        .containsEntry("status", "stopped")
        .containsEntry("tags", "new")
        .containsEntry("lock", "backup");
    tell(cloud);
    assertThat(cloud.resource(100)).containsEntry("name", "new").doesNotContainEntry("template", 1);
  }

  @Test
  void whatIsToldOfAnIdIsKeptForFiveMinutes() {
    TestCloud cloud = TestCloud.of(b -> b.hosts(2).timeScale(1));
    cloud.create(100, "local-lvm");
    cloud.pass(ROUND);
    cloud.call("DELETE", "/nodes/pve1/qemu/100");
    cloud.pass(Duration.ofMinutes(4));
    cloud.post("/nodes/pve1/qemu", "vmid", "100", "name", "new");
    assertThat(cloud.resource(100)).containsEntry("name", "vm100");

    cloud.pass(ROUND);
    cloud.engine.interventions().host("pve1", false);
    cloud.pass(Duration.ofMinutes(4));
    assertThat(cloud.resource(100)).containsKey("name");
    assertThat(hosts(cloud)).containsEntry("pve1", "offline").containsEntry("pve2", "online");
    cloud.pass(Duration.ofMinutes(2));

    assertThat(cloud.resource(100)).containsEntry("status", "unknown").doesNotContainKey("name");
  }

  private static Map<Object, Object> hosts(TestCloud cloud) {
    Map<Object, Object> hosts = new HashMap<>();
    cloud.list("/nodes").forEach(host -> hosts.put(host.get("node"), host.get("status")));
    return hosts;
  }

  @Test
  void inAWorldWithDurationHostsTellEveryTenSeconds() {
    TestCloud cloud = TestCloud.of(b -> b.timeScale(1));
    cloud.create(100, "local-lvm");
    cloud.pass(ROUND);
    cloud.call("PUT", "/nodes/pve1/qemu/100/config", "name", "renamed");

    cloud.pass(ROUND.minusMillis(1));
    assertThat(cloud.resource(100)).containsEntry("name", "vm100");
    cloud.pass(Duration.ofMillis(1));

    assertThat(cloud.resource(100)).containsEntry("name", "renamed");
  }

  @Test
  void storagesAreAsFullAsTheyWereToldToBe() {
    TestCloud cloud = held();
    Object before = used(cloud);

    cloud.engine.interventions().occupy("local-lvm", 1L << 30);

    assertThat(used(cloud)).isEqualTo(before);
    tell(cloud);
    assertThat(used(cloud)).isNotEqualTo(before);
  }

  private static Object used(TestCloud cloud) {
    return cloud.list("/cluster/resources", "type", "storage").stream()
        .filter(entry -> "storage/pve1/local-lvm".equals(entry.get("id")))
        .findFirst()
        .orElseThrow()
        .get("disk");
  }

  /** Some lists are from before and some from after, the same ones for the same seed. */
  @Test
  void chanceDecidesWhetherAListIsFromBeforeOrAfter() {
    assertThat(ages(1)).isEqualTo(ages(1)).contains(true, false);
    assertThat(ages(1)).isNotEqualTo(ages(2));
  }

  private static List<Boolean> ages(long seed) {
    TestCloud cloud = TestCloud.instant();
    cloud.engine.interventions().seedNews(seed);
    cloud.create(100, "local-lvm");
    List<Boolean> fresh = new ArrayList<>();
    for (int read = 0; read < 20; read++) {
      cloud.call("PUT", "/nodes/pve1/qemu/100/config", "name", "name" + read);
      fresh.add(("name" + read).equals(cloud.resource(100).get("name")));
    }
    return fresh;
  }
}
