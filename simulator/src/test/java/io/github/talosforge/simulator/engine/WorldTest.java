package io.github.talosforge.simulator.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.talosforge.simulator.world.ManualTime;
import io.github.talosforge.simulator.world.World;
import io.github.talosforge.simulator.world.WorldSnapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class WorldTest {
  private static WorldSnapshot throughJson(World world) throws Exception {
    ObjectMapper json = new ObjectMapper();
    return json.readValue(json.writeValueAsBytes(world.snapshot()), WorldSnapshot.class);
  }

  @Test
  void everythingSurvivesJson() throws Exception {
    TestCloud cloud = TestCloud.instant();
    cloud.post("/pools", "poolid", "lab");
    cloud.template(9000, "local-zfs");
    cloud.run("/nodes/pve1/qemu/9000/clone", "newid", "100", "pool", "lab");
    cloud.start(100);
    cloud.call("PUT", "/nodes/pve1/qemu/100/config", "cores", "2", "delete", "agent");
    cloud.call("POST", "/cluster/ha/resources", "sid", "vm:100");
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
        "pve1:1");

    WorldSnapshot saved = throughJson(cloud.world);

    assertThat(saved).isEqualTo(cloud.world.snapshot());
    World again = World.restore(saved, new ManualTime(Instant.EPOCH));
    assertThat(again.snapshot()).isEqualTo(saved);
    assertThat(again.vms().get(100).pending()).containsEntry("cores", "2");
  }

  @Test
  void tasksThatRanAreDeadAfterARestartAndLeaveWhatTheyLeft() throws Exception {
    TestCloud cloud = TestCloud.timed();
    cloud.template(9000, "local-lvm");
    String upid = cloud.post("/nodes/pve1/qemu/9000/clone", "newid", "100", "full", "1");
    cloud.pass(Duration.ofSeconds(1));

    World again = World.restore(throughJson(cloud.world), new ManualTime(cloud.time.now()));
    Engine engine = new Engine(again, url -> Optional.empty());

    assertThat(engine.world().tasks().get(upid).exitStatus()).isEqualTo("unexpected status");
    assertThat(again.vms().get(100).lock()).isEqualTo("clone");
  }

  @Test
  void sameSeedSameWorld() {
    TestCloud one = TestCloud.instant();
    TestCloud other = TestCloud.instant();
    one.template(9000, "local-lvm");
    other.template(9000, "local-lvm");

    assertThat(one.world.snapshot()).isEqualTo(other.world.snapshot());
  }

  @Test
  void manyThreadsLeaveAConsistentWorld() throws Exception {
    TestCloud cloud = TestCloud.instant();
    cloud.template(9000, "local-lvm");
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try {
      List<Callable<Void>> work = new ArrayList<>();
      for (int id = 100; id < 140; id++) {
        String vm = "/nodes/pve1/qemu/" + id;
        String newid = "" + id;
        work.add(
            () -> {
              cloud.run("/nodes/pve1/qemu/9000/clone", "newid", newid, "full", "1");
              cloud.call("PUT", vm + "/config", "scsi1", "local-lvm:1");
              cloud.run(vm + "/status/start");
              cloud.list("/cluster/resources");
              return null;
            });
      }
      for (Future<Void> done : threads.invokeAll(work)) {
        done.get();
      }
    } finally {
      threads.shutdownNow();
    }

    assertThat(cloud.world.vms()).hasSize(41);
    assertThat(cloud.world.volumes().all()).hasSize(1 + 1 + 80);
    assertThat(cloud.world.vms().values()).filteredOn(vm -> vm.isRunning()).hasSize(40);
  }

  @Test
  void versionMovesWithWritesOnly() {
    TestCloud cloud = TestCloud.instant();
    long before = cloud.world.version();
    cloud.list("/cluster/resources");
    assertThat(cloud.world.version()).isEqualTo(before);
    cloud.create(100, "local-lvm");
    assertThat(cloud.world.version()).isGreaterThan(before);
  }

  @Test
  void entriesOfAListAreKeptUntilSomethingChanged() {
    TestCloud cloud = TestCloud.of(b -> b.hosts(5));
    cloud.template(9000, "ceph");
    for (int id = 100; id < 300; id++) {
      cloud.run("/nodes/pve1/qemu/9000/clone", "newid", "" + id, "target", "pve" + (1 + id % 5));
    }
    assertThat(cloud.list("/cluster/resources", "type", "vm")).hasSize(201);

    assertThat(cloud.list("/cluster/resources")).isSameAs(cloud.list("/cluster/resources"));
    List<Map<String, Object>> before = cloud.list("/cluster/resources", "type", "vm");
    cloud.call("PUT", "/nodes/pve1/qemu/100/config", "tags", "new");
    List<Map<String, Object>> after = cloud.list("/cluster/resources", "type", "vm");
    assertThat(after.get(0)).isNotSameAs(before.get(0)).containsEntry("tags", "new");
    assertThat(after.get(7)).isSameAs(before.get(7));
  }
}
