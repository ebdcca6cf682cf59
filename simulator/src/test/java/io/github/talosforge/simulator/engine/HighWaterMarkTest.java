package io.github.talosforge.simulator.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.simulator.inspect.Inspection;
import io.github.talosforge.simulator.world.Activities.HighWaterMark;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The simulator itself keeps how much it was asked to do at once. */
class HighWaterMarkTest {
  private static final String CLONE = "/nodes/pve1/qemu/9000/clone";

  private final TestCloud cloud = TestCloud.timed();
  private final Inspection inspection = new Inspection(cloud.world);

  @BeforeEach
  void template() {
    cloud.template(9000, "local-lvm");
    // Large enough that copies overlap although volumes are made one after the other.
    cloud.world.volumes().all().stream()
        .filter(volume -> volume.storage().equals("local-lvm"))
        .toList()
        .forEach(
            volume ->
                cloud
                    .world
                    .volumes()
                    .replace(volume, volume.resized(volume.size(), volume.size())));
  }

  private List<String> clones(int count) {
    List<String> tasks = new ArrayList<>();
    for (int id = 100; id < 100 + count; id++) {
      tasks.add(cloud.post(CLONE, "newid", "" + id, "full", "1"));
    }
    return tasks;
  }

  @Test
  void clonesAreCountedByHostAndTheirCopiesByStorage() {
    HighWaterMark clones = inspection.markTasks("qmclone");
    HighWaterMark copies = inspection.markCopies();
    HighWaterMark starts = inspection.markTasks("qmstart", "qmstop");

    assertThat(clones(3).stream().map(cloud::exit)).containsOnly("OK");
    assertThat(cloud.exit(cloud.post(CLONE, "newid", "200", "full", "1"))).isEqualTo("OK");

    assertThat(clones.byPlace()).hasToString("{pve1=3}");
    assertThat(copies.byPlace()).hasToString("{pve1:local-lvm=3}");
    assertThat(starts.byPlace()).isEmpty();
  }

  @Test
  void linkedClonesCopyNothingAndImportsDo() {
    HighWaterMark copies = inspection.markCopies();

    assertThat(cloud.exit(cloud.post(CLONE, "newid", "100"))).isEqualTo("OK");
    assertThat(copies.byPlace()).isEmpty();
    cloud.template(9001, "ceph");

    assertThat(copies.byPlace()).hasToString("{ceph=1}");
  }

  @Test
  void tasksOfSeveralTypesAreCountedTogetherAndThoseThatRanBeforeToo() {
    List<String> clones = clones(2);
    HighWaterMark slow = inspection.markTasks("qmclone", "qmcreate");
    String create = cloud.post("/nodes/pve1/qemu", "vmid", "300", "scsi0", "local-lvm:8");

    assertThat(clones.stream().map(cloud::exit)).containsOnly("OK");
    assertThat(cloud.exit(create)).isEqualTo("OK");

    assertThat(slow.byPlace()).hasToString("{pve1=3}");
  }

  @Test
  void whatFailedOrWasKilledCountsNoLonger() {
    List<String> killed = clones(2);
    cloud.pass(Duration.ofSeconds(5));
    HighWaterMark before = inspection.markCopies();
    assertThat(before.byPlace()).hasToString("{pve1:local-lvm=2}");
    killed.forEach(cloud.engine.interventions()::kill);

    HighWaterMark copies = inspection.markCopies();
    HighWaterMark clones = inspection.markTasks("qmclone");
    assertThat(cloud.exit(cloud.post(CLONE, "newid", "200", "full", "1"))).isEqualTo("OK");

    assertThat(copies.byPlace()).hasToString("{pve1:local-lvm=1}");
    assertThat(clones.byPlace()).hasToString("{pve1=1}");
  }
}
