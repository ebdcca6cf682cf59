package io.github.talosforge.provision;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.ClusterSession;
import io.github.talosforge.apply.ApplyResult;
import io.github.talosforge.apply.Outcome;
import io.github.talosforge.plan.NodeSelection;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.simulator.journal.RecordedCall;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Proxmox VE calls a thing done, and a look afterwards shows that it is not, or already was. */
class StubbornDisksTest {
  private static final String CONTENT =
      "/api2/json/nodes/pve2/storage/local-zfs/content?vmid=30010";
  private static final String DB = "local-zfs:vm-30010-volume-db";

  private static SimulatedCluster deployed() {
    SimulatedCluster cluster =
        SimulatedCluster.start().cluster(DataVmTest.DATA).nodes(DataVmTest.TWO);
    assertThat(cluster.provision().complete()).isTrue();
    return cluster;
  }

  private static String onlyReason(ApplyResult result) {
    List<Outcome> failed = result.ended(Outcome.Ending.FAILED);
    assertThat(failed).as(result.outcomes().toString()).hasSize(1);
    return failed.get(0).reason().orElseThrow();
  }

  @Test
  void volumesThatOutliveTheirDataVmAreNamed() {
    try (SimulatedCluster cluster = deployed();
        OddProxmox proxmox = new OddProxmox(cluster.simulator);
        ClusterSession session = cluster.session()) {
      Plan plan =
          session.planDestruction(new NodeSelection(List.of("worker-1"), List.of()), false, true);
      String before = new RawClient(cluster.simulator).get(CONTENT);
      proxmox.change(
          (operation, number, answer) -> {
            if (operation.endsWith("/tasks/UPID/status")) {
              return answer.replace("\"exitstatus\":\"OK\"", "\"exitstatus\":\"WARNINGS: 3\"");
            }
            return operation.endsWith("/content") ? before : answer;
          });

      String reason = onlyReason(proxmox.apply(cluster, plan));

      assertThat(reason)
          .contains("VM 30010", "is gone, but not all that it kept: ", "on pve2: ")
          .contains("pvesm free local-zfs:vm-30010-ephemeral; pvesm free " + DB);
      assertThat(cluster.nodes()).containsOnlyKeys("2001 cp-1", "20010 cp-1-data");
    }
  }

  @Test
  void aVmThatKeepsItsDataDisksIsNotDestroyed() {
    try (SimulatedCluster cluster = deployed();
        OddProxmox proxmox = new OddProxmox(cluster.simulator)) {
      Plan plan = cluster.planRebuild("worker-1");
      String before =
          new RawClient(cluster.simulator).get("/api2/json/nodes/pve2/qemu/3001/pending");
      proxmox.change(
          (operation, number, answer) ->
              operation.endsWith("/pending") && answer.contains("\"worker-1\"") ? before : answer);
      long mark = cluster.simulator.journal().count();

      String reason = onlyReason(proxmox.apply(cluster, plan));

      assertThat(reason)
          .contains("local-zfs:vm-30010-", "is still attached to VM 3001")
          .contains("nothing was destroyed", "run again");
      List<RecordedCall> calls = cluster.simulator.journal().since(mark);
      assertThat(calls).anyMatch(call -> call.parameters().containsKey("delete"));
      assertThat(calls).noneMatch(call -> call.method().equals("DELETE"));
      assertThat(cluster.provision().complete()).isTrue();
      assertThat(cluster.plan().changes()).isEmpty();
    }
  }

  /** Another run makes the volume between this one's look and its call. */
  @Test
  void aVolumeThatARivalMadeMeanwhileIsTaken() {
    try (SimulatedCluster cluster =
            SimulatedCluster.start().cluster(DataVmTest.DATA).nodes(DataVmTest.ONE);
        OddProxmox proxmox = new OddProxmox(cluster.simulator)) {
      RawClient rival = new RawClient(cluster.simulator);
      AtomicBoolean came = new AtomicBoolean();
      Plan plan = cluster.plan();
      proxmox.change(
          (operation, number, answer) -> {
            boolean looks =
                operation.equals("GET /nodes/HOST/storage/local-zfs/content")
                    && cluster.nodes().containsKey("20010 cp-1-data");
            if (looks && came.compareAndSet(false, true)) {
              rival.send(
                  "POST",
                  "/api2/json/nodes/pve1/storage/local-zfs/content",
                  "application/x-www-form-urlencoded",
                  "vmid=20010&filename=vm-20010-ephemeral&size=10G");
            }
            return answer;
          });

      ApplyResult result = proxmox.apply(cluster, plan);

      assertThat(result.complete()).as(result.outcomes().toString()).isTrue();
      List<RecordedCall> made =
          cluster.simulator.journal().writes().stream()
              .filter(call -> "vm-20010-ephemeral".equals(call.parameters().get("filename")))
              .toList();
      assertThat(made).extracting(RecordedCall::status).containsExactly(200, 500);
      assertThat(InterruptedDataVmTest.dataVolumes(cluster)).hasSize(3);
      assertThat(cluster.simulator.inspect().orphans()).isEmpty();
      assertThat(cluster.plan().changes()).isEmpty();
    }
  }
}
