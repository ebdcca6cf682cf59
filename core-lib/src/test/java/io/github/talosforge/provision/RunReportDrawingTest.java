package io.github.talosforge.provision;

import static io.github.talosforge.provision.RunReportTest.NO_TALOS;
import static io.github.talosforge.provision.RunReportTest.journal;
import static io.github.talosforge.provision.RunReportTest.machines;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.ClusterSession;
import io.github.talosforge.apply.ApplyLog;
import io.github.talosforge.apply.ApplyOptions;
import io.github.talosforge.journal.RunJournal;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.plan.NodeSelection;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.proxmox.ClientCounters;
import io.github.talosforge.report.Machine;
import io.github.talosforge.report.ReportPage;
import io.github.talosforge.report.RunReport;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** The cluster that a journal draws is the one that somebody saw. */
class RunReportDrawingTest {
  @Test
  void whatNobodyLookedAtIsNotCalledPlanned() {
    try (SimulatedCluster cluster =
            SimulatedCluster.start().cluster(DataVmTest.DATA).nodes(DataVmTest.TWO);
        ClusterSession session = cluster.session()) {
      assertThat(session.lastStatus()).isEmpty();
      RunReport report = journal(cluster).report(session.counters(), NO_TALOS);

      assertThat(machines(report))
          .hasSize(4)
          .allMatch(machine -> machine.state() == Machine.State.UNKNOWN);
      assertThat(ReportPage.render(report)).contains("cp-1 (control plane, not looked at)");
    }
  }

  @Test
  void everyPlanLeavesWhatItSaw() {
    try (SimulatedCluster cluster =
        SimulatedCluster.start().cluster(DataVmTest.DATA).nodes(DataVmTest.TWO)) {
      assertThat(cluster.provision().complete()).isTrue();
      for (Consumer<ClusterSession> look : looks()) {
        try (ClusterSession session = cluster.session()) {
          look.accept(session);
          ClientCounters before = session.counters();
          RunJournal journal = journal(cluster);
          journal.seen(session.lastStatus().orElseThrow());

          assertThat(machines(journal.report(before, NO_TALOS)))
              .extracting(machine -> machine.name() + " " + machine.state().label())
              .containsExactly(
                  "cp-1 running", "cp-1-data stopped", "worker-1 running", "worker-1-data stopped");
          assertThat(session.counters()).as("nobody is asked").isEqualTo(before);
        }
      }
    }
  }

  private static List<Consumer<ClusterSession>> looks() {
    NodeSelection one = new NodeSelection(List.of("worker-1"), List.of());
    return List.of(
        session -> session.plan(NodeSelection.all(), false),
        session -> session.planDestruction(NodeSelection.all(), false),
        session -> session.planRebuild(one, false),
        session -> session.planTemplateCleaning(1, false),
        ClusterSession::planLeftovers,
        session -> session.planAdoption(Map.of("100", NodeName.of("worker-1"))),
        session -> session.talos(TalosWorld.SECRETS));
  }

  @Test
  void aDataVmIsDrawnBelowItsNodeWithTheDisksThatItKeeps() {
    try (SimulatedCluster cluster =
        SimulatedCluster.start().cluster(DataVmTest.DATA).nodes(DataVmTest.TWO)) {
      assertThat(cluster.provision().complete()).isTrue();
      try (ClusterSession session = cluster.session()) {
        RunJournal journal = journal(cluster);
        journal.planned(session.plan(NodeSelection.all(), false));
        journal.seen(session.status());

        RunReport report = journal.report(session.counters(), NO_TALOS);

        assertThat(machines(report))
            .extracting(machine -> machine.name() + " " + machine.state().label())
            .containsExactly(
                "cp-1 running", "cp-1-data stopped", "worker-1 running", "worker-1-data stopped");
        assertThat(machines(report).get(1).vmId()).contains("20010");
        assertThat(machines(report).get(1).disks())
            .extracting(disk -> disk.use() + " " + disk.size())
            .containsExactly("EPHEMERAL 10G", "db 7G", "logs 3G");
        assertThat(ReportPage.render(report)).contains("keeps data · VM 20010");
      }
    }
  }

  @Test
  void aDestructionIsDrawn() {
    try (SimulatedCluster cluster = SimulatedCluster.start()) {
      cluster.provision();
      try (ClusterSession session = cluster.session()) {
        RunJournal journal = journal(cluster);
        journal.seen(session.status());
        Plan plan = session.planDestruction(NodeSelection.all(), false);
        journal.planned(plan);
        session.apply(plan, ApplyOptions.defaults(), journal.over(ApplyLog.SILENT));

        assertThat(machines(journal.report(session.counters(), NO_TALOS)))
            .hasSize(5)
            .allMatch(machine -> machine.state() == Machine.State.DESTROYED);
      }
    }
  }
}
