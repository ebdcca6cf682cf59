package io.github.talosforge.provision;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.ClusterSession;
import io.github.talosforge.HurriedSessions;
import io.github.talosforge.TalosSession;
import io.github.talosforge.apply.ApplyLog;
import io.github.talosforge.apply.ApplyOptions;
import io.github.talosforge.apply.RestartCare;
import io.github.talosforge.bootstrap.TalosLog;
import io.github.talosforge.bootstrap.TalosOptions;
import io.github.talosforge.finding.FindingReport;
import io.github.talosforge.journal.RunJournal;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.model.NodeRole;
import io.github.talosforge.plan.NodeSelection;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.proxmox.ClientCounters;
import io.github.talosforge.report.Figure;
import io.github.talosforge.report.Heading.Result;
import io.github.talosforge.report.HealthLine;
import io.github.talosforge.report.Machine;
import io.github.talosforge.report.PlanDiff;
import io.github.talosforge.report.ReportPage;
import io.github.talosforge.report.RunReport;
import io.github.talosforge.report.TimeLine.Kind;
import io.github.talosforge.report.TimeLine.Lane;
import io.github.talosforge.report.TimeLine.Span;
import io.github.talosforge.talos.TalosCounters;
import io.github.talosforge.versions.NodeVersions;
import io.github.talosforge.versions.RunningVersions;
import io.github.talosforge.versions.VersionDifference;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What a journal tells of real runs. */
class RunReportTest {
  static final TalosCounters NO_TALOS = new TalosCounters(0, 0, 0);

  private static final String ONE_WORKER =
      """
      pools:
        - name: cp
          role: controlplane
          count: 1
        - name: worker
          count: 1
      """;

  static RunJournal journal(SimulatedCluster cluster) {
    return new RunJournal(cluster.spec(), Clock.systemUTC(), UnaryOperator.identity());
  }

  static List<Machine> machines(RunReport report) {
    return report.picture().orElseThrow().hosts().stream()
        .flatMap(host -> host.machines().stream())
        .toList();
  }

  @Test
  void aPlanIsToldBeforeAnythingIsDone() {
    try (SimulatedCluster cluster = SimulatedCluster.start();
        ClusterSession session = cluster.session()) {
      RunJournal journal = journal(cluster);
      journal.planned(session.plan(NodeSelection.all(), false));
      journal.seen(session.status());

      RunReport report = journal.report(session.counters(), NO_TALOS);

      assertThat(report.heading().result()).isEqualTo(Result.PLANNED);
      assertThat(machines(report))
          .hasSize(5)
          .allMatch(machine -> machine.state() == Machine.State.PLANNED)
          .allMatch(machine -> machine.vmId().isPresent() && machine.address().isPresent());
      assertThat(report.plan().orElseThrow().entries())
          .filteredOn(entry -> entry.sign() == PlanDiff.Sign.ADD)
          .extracting(PlanDiff.Entry::subject)
          .contains("cp-1", "worker-2");
    }
  }

  /** Versions that nobody looked at, or that do not run, are the files' wish and no fact. */
  @Test
  void versionsAreAFactOnlyWhereTheyRun() {
    try (SimulatedCluster cluster = SimulatedCluster.start();
        ClusterSession session = cluster.session()) {
      Plan plan = session.plan(NodeSelection.all(), false);
      String wanted = versions(cluster, plan).replaceFirst("^the files want ", "");
      NodeVersions same =
          new NodeVersions(
              NodeName.of("cp-1"), NodeRole.CONTROL_PLANE, RunningVersions.NOTHING, List.of());
      NodeVersions older =
          new NodeVersions(
              NodeName.of("cp-2"),
              NodeRole.CONTROL_PLANE,
              RunningVersions.NOTHING,
              List.of(new VersionDifference("Talos", "1.11.0", "1.12.4")));

      assertThat(versions(cluster, plan)).isEqualTo("the files want " + wanted);
      assertThat(versions(cluster, running(plan, List.of(same, older))))
          .isEqualTo("the files want " + wanted);
      assertThat(versions(cluster, running(plan, List.of(same)))).isEqualTo(wanted);
    }
  }

  private static String versions(SimulatedCluster cluster, Plan plan) {
    RunJournal journal = journal(cluster);
    journal.planned(plan);
    return journal.report(new ClientCounters(0, 0, 0, 0, 0), NO_TALOS).heading().versions();
  }

  private static Plan running(Plan plan, List<NodeVersions> versions) {
    return new Plan(
        plan.cluster(),
        plan.changes(),
        plan.findings(),
        plan.pins(),
        plan.waiting(),
        plan.unlisted(),
        plan.tasks(),
        plan.unchanged(),
        plan.left(),
        versions,
        plan.etcd(),
        plan.digest());
  }

  @Test
  void aWholeBootstrapIsToldWithWhatItWaitedFor() {
    try (TalosWorld world = new TalosWorld("1.12.4", 3, 2);
        ClusterSession session = world.cluster.session()) {
      // However fast this machine is, nothing happens within a moment.
      RunJournal journal =
          new RunJournal(
              world.cluster.spec(),
              new TickingClock(Duration.ofSeconds(1)),
              UnaryOperator.identity());
      Plan plan = session.plan(NodeSelection.all(), false);
      journal.planned(plan);
      session.apply(plan, ApplyOptions.defaults(), journal.over(ApplyLog.SILENT));
      journal.seen(session.status());
      TalosSession talos = HurriedSessions.talos(session, TalosWorld.SECRETS, world.dialer());
      talos.bootstrap(TalosOptions.defaults(), journal.over(TalosLog.SILENT));

      RunReport report = journal.report(session.counters(), talos.counters());

      assertThat(report.heading().result()).isEqualTo(Result.DONE);
      assertThat(machines(report)).allMatch(machine -> machine.state() == Machine.State.RUNNING);
      assertThat(report.health()).hasSize(16).noneMatch(line -> line.state().equals("failed"));
      assertThat(report.timeLine().lanes())
          .extracting(Lane::subject)
          .contains("cp-1", "cp-2", "cp-3", "worker-1", "worker-2", "the cluster");
      assertThat(report.timeLine().lanes())
          .filteredOn(lane -> lane.subject().matches("(cp|worker)-\\d"))
          .hasSize(5)
          .allSatisfy(
              lane ->
                  assertThat(lane.spans())
                      .filteredOn(span -> span.kind() == Kind.WAIT)
                      .extracting(Span::words)
                      .anyMatch(words -> words.startsWith("waits for template ")));
      assertThat(report.figures())
          .contains(
              new Figure("Proxmox writes", Long.toString(session.counters().writes())),
              new Figure("Talos RPCs", Long.toString(talos.counters().rpcs())));
      assertThat(report.plan().orElseThrow().entries())
          .allMatch(entry -> entry.outcome().orElseThrow().ending().equals("done"));
      assertThat(report.health()).extracting(HealthLine::state).contains("passed");
      assertThat(ReportPage.render(report))
          .doesNotContain(world.simulator.token().split("=", 2)[1])
          .doesNotContain(TalosWorld.SECRETS.certificates().os().key().toString());
    }
  }

  @Test
  void aSecondRunTellsThatNothingHadToBeDone() {
    try (SimulatedCluster cluster = SimulatedCluster.start()) {
      cluster.provision();
      try (ClusterSession session = cluster.session()) {
        RunJournal journal = journal(cluster);
        journal.planned(session.plan(NodeSelection.all(), false));
        journal.seen(session.status());
        ClientCounters before = session.counters();

        RunReport report = journal.report(before, NO_TALOS);

        assertThat(report.heading().result()).isEqualTo(Result.UNCHANGED);
        assertThat(report.plan().orElseThrow().conclusion())
            .isEqualTo("No changes: 5 nodes are as the files say.");
        assertThat(session.counters()).as("a report sends nothing").isEqualTo(before);
      }
    }
  }

  @Test
  void aNodeThatWaitsForARestartIsNotCalledUnchanged() {
    try (SimulatedCluster cluster = SimulatedCluster.start()) {
      cluster.nodes(ONE_WORKER).provision();
      cluster.nodes(ONE_WORKER + "    vm_memory: 3072\n");
      try (ClusterSession session = cluster.session()) {
        RunJournal journal = journal(cluster);
        Plan plan = session.plan(NodeSelection.all(), false);
        session.apply(plan, ApplyOptions.defaults(), ApplyLog.SILENT);
        Plan rest = session.plan(NodeSelection.all(), false);
        assertThat(rest.isEmpty()).isTrue();
        journal.planned(rest);

        RunReport report = journal.report(session.counters(), NO_TALOS);

        assertThat(report.heading().result()).isEqualTo(Result.WAITING);
        assertThat(report.heading().sentence())
            .isEqualTo(
                "Nothing was changed. 1 node waits for a stop and start; --allow-reboot has it"
                    + " done, one node at a time.");
        assertThat(report.plan().orElseThrow().conclusion()).contains("1 needs a stop and start");
      }
    }
  }

  @Test
  void aDrainIsToldWithinItsRestart() {
    try (TalosWorld world = new TalosWorld("1.12.4", 1, 1).provisioned()) {
      world.talos(talos -> talos.bootstrap(TalosOptions.defaults(), TalosLog.SILENT));
      world.cluster.nodes(ONE_WORKER + "    vm_memory: 3072\n");
      try (ClusterSession session = world.cluster.session()) {
        RunJournal journal = journal(world.cluster);
        Plan plan = session.plan(NodeSelection.all(), true);
        RestartCare care =
            HurriedSessions.talos(session, TalosWorld.SECRETS, world.dialer())
                .restartCare(TalosOptions.defaults(), journal.over(TalosLog.SILENT));
        session.apply(plan, ApplyOptions.defaults(), journal.over(ApplyLog.SILENT), care);

        List<Span> spans =
            journal.report(session.counters(), NO_TALOS).timeLine().lanes().stream()
                .filter(lane -> lane.subject().equals("worker-1"))
                .flatMap(lane -> lane.spans().stream())
                .filter(span -> span.kind() == Kind.WORK)
                .dropWhile(span -> !span.words().startsWith("stop and start"))
                .toList();

        assertThat(spans)
            .extracting(Span::words)
            .startsWith("stop and start VM 3000 on pve2", "takes no new pods")
            .endsWith("takes pods again");
        assertThat(spans).allMatch(span -> span.to().compareTo(spans.get(0).to()) <= 0);
      }
    }
  }

  @Test
  void everyVmOfAPlanHasWordsOfItsOwn() {
    try (SimulatedCluster cluster = SimulatedCluster.start();
        ClusterSession session = Scenario.FROM_NOTHING.files(cluster).session()) {
      RunJournal journal = journal(cluster);
      journal.planned(session.plan(NodeSelection.all(), false));

      List<PlanDiff.Entry> entries =
          journal.report(session.counters(), NO_TALOS).plan().orElseThrow().entries();

      assertThat(entries).allMatch(entry -> entry.sign() == PlanDiff.Sign.ADD);
      assertThat(entry(entries, "worker-1-data"))
          .contains("data of worker-1 · VM 30000", "never started", "volume-db 3G on local-zfs");
      assertThat(entry(entries, "worker-1"))
          .contains("worker · VM 3000", "clone of template", "linked", "scsi1 6G")
          .doesNotContain("data of");
      assertThat(entry(entries, "cp-1")).contains("high availability looks after it");
      assertThat(entry(entries, "rule talosforge-0123456789abcdef-controlplane"))
          .contains("keeps the VMs 2000, 2001, 2002 on different hosts");
    }
  }

  private static String entry(List<PlanDiff.Entry> entries, String subject) {
    return entries.stream()
        .filter(entry -> entry.subject().equals(subject))
        .map(PlanDiff.Entry::toString)
        .collect(Collectors.joining());
  }

  @Test
  void filesThatCannotBeReadHaveAPageToo() {
    RunReport report =
        RunJournal.refused(
            "main",
            Instant.EPOCH,
            FindingReport.empty(),
            "1 error in cluster.yaml",
            UnaryOperator.identity());

    assertThat(report.heading().result()).isEqualTo(Result.FAILED);
    assertThat(ReportPage.render(report)).contains("1 error in cluster.yaml");
  }
}
