package io.github.talosforge.provision;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.apply.ApplyLog;
import io.github.talosforge.apply.Outcome;
import io.github.talosforge.journal.RunJournal;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.observe.NodeVm;
import io.github.talosforge.plan.BuildTemplate;
import io.github.talosforge.plan.Change;
import io.github.talosforge.plan.ChangeId;
import io.github.talosforge.plan.CreateVm;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.plan.StartVm;
import io.github.talosforge.proxmox.ClientCounters;
import io.github.talosforge.report.Figure;
import io.github.talosforge.report.RunReport;
import io.github.talosforge.report.TimeLine.Lane;
import io.github.talosforge.talos.TalosCounters;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Who waited for what and for how long, and the figures of a run. */
class RunWaitsTest {
  private static final ClientCounters PROXMOX = new ClientCounters(12, 7, 1, 30, 0);
  private static final TalosCounters TALOS = new TalosCounters(21, 5, 2);

  private static ClusterSpec spec;
  private static BuildTemplate template;
  private static Map<String, NodeVm> vms;

  private final TickingClock clock = new TickingClock(Duration.ZERO);
  private final RunJournal journal = new RunJournal(spec, clock, UnaryOperator.identity());

  @BeforeAll
  static void plan() {
    try (SimulatedCluster cluster = SimulatedCluster.start()) {
      Plan plan = cluster.plan();
      spec = cluster.spec();
      template = plan.changes(BuildTemplate.class).get(0);
      vms =
          plan.changes(CreateVm.class).stream()
              .map(CreateVm::vm)
              .collect(Collectors.toMap(NodeVm::name, vm -> vm));
    }
  }

  private static StartVm start(String node, Change... before) {
    return again(node, "start", before);
  }

  private static StartVm again(String node, String verb, Change... before) {
    Set<ChangeId> ids = List.of(before).stream().map(Change::id).collect(Collectors.toSet());
    return new StartVm(new ChangeId(verb + "/" + node), vms.get(node), ids);
  }

  /** Lets a change begin after some milliseconds and take some more. */
  private void happens(ApplyLog log, Change change, long after, long takes) {
    clock.pass(Duration.ofMillis(after));
    log.begins(change);
    ends(log, change, takes, Outcome.Ending.DONE);
  }

  private void ends(ApplyLog log, Change change, long takes, Outcome.Ending ending) {
    clock.pass(Duration.ofMillis(takes));
    log.ends(new Outcome(change, ending, Optional.empty(), Duration.ofMillis(takes)));
  }

  /** Returns what happened to something, such as {@code WAIT 10000-40000 waits for its turn}. */
  private List<String> lane(String subject) {
    return journal.report(PROXMOX, TALOS).timeLine().lanes().stream()
        .filter(lane -> lane.subject().equals(subject))
        .map(Lane::spans)
        .flatMap(List::stream)
        .map(
            span ->
                "%s %d-%d %s"
                    .formatted(
                        span.kind(), span.from().toMillis(), span.to().toMillis(), span.words()))
        .map(line -> line.startsWith("WORK") ? line.replaceFirst("(WORK \\S+) .*", "$1") : line)
        .toList();
  }

  @Test
  void aChangeWaitsForTheLastThatItNeedsAndThenForItsTurn() {
    clock.pass(Duration.ofSeconds(10));
    ApplyLog log = journal.over(ApplyLog.SILENT);
    StartVm first = start("cp-1");
    happens(log, template, 0, 30_000);
    happens(log, first, 5_000, 15_000);

    happens(log, start("worker-1", template, first), 2_000, 1_000);

    assertThat(lane("template " + template.vmId())).containsExactly("WORK 10000-40000");
    assertThat(lane("cp-1"))
        .containsExactly("WAIT 10000-45000 waits for its turn", "WORK 45000-60000");
    assertThat(lane("worker-1"))
        .containsExactly(
            "WAIT 10000-60000 waits for cp-1",
            "WAIT 60000-62000 waits for its turn",
            "WORK 62000-63000");
  }

  @Test
  void whatANodeItselfDidBeforeIsNoWait() {
    ApplyLog log = journal.over(ApplyLog.SILENT);
    StartVm first = start("cp-1");
    happens(log, first, 0, 4_000);

    happens(log, again("cp-1", "again", first), 1_000, 1_000);

    assertThat(lane("cp-1"))
        .containsExactly("WORK 0-4000", "WAIT 4000-5000 waits for its turn", "WORK 5000-6000");
  }

  @Test
  void nobodyWaitedForWhatEndedBeforeThePlan() {
    StartVm first = start("cp-1");
    happens(journal.over(ApplyLog.SILENT), first, 0, 4_000);
    clock.pass(Duration.ofSeconds(6));

    happens(journal.over(ApplyLog.SILENT), start("worker-1", first), 3_000, 1_000);

    assertThat(lane("worker-1"))
        .containsExactly("WAIT 10000-13000 waits for its turn", "WORK 13000-14000");
  }

  @Test
  void momentsAreNobodysConcern() {
    ApplyLog log = journal.over(ApplyLog.SILENT);

    happens(log, start("cp-1"), 49, 1);
    happens(log, start("cp-2"), 0, 50);

    assertThat(lane("cp-1")).containsExactly("WORK 49-50");
    assertThat(lane("cp-2")).containsExactly("WAIT 0-50 waits for its turn", "WORK 50-100");
  }

  @Test
  void figuresSayWhatWasDoneAndSent() {
    ApplyLog log = journal.over(ApplyLog.SILENT);
    happens(log, start("cp-1"), 1_000, 4_000);
    happens(log, start("cp-2"), 0, 2_250);
    StartVm bad = start("cp-3");
    log.begins(bad);
    ends(log, bad, 500, Outcome.Ending.FAILED);
    ends(log, start("worker-1", bad), 0, Outcome.Ending.SKIPPED);

    RunReport report = journal.report(PROXMOX, TALOS);

    assertThat(report.figures())
        .containsExactly(
            new Figure("Seconds", "7.8"),
            new Figure("Nodes", "5"),
            new Figure("Changes made", "2"),
            new Figure("Proxmox reads", "12"),
            new Figure("Proxmox writes", "7"),
            new Figure("Talos RPCs", "21"),
            new Figure("Changing RPCs", "5"));
  }
}
