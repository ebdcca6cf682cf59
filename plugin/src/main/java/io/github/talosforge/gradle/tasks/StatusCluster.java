package io.github.talosforge.gradle.tasks;

import io.github.talosforge.bootstrap.SeenNode;
import io.github.talosforge.finding.Finding;
import io.github.talosforge.gradle.report.LookedAt;
import io.github.talosforge.gradle.services.SharedRun;
import io.github.talosforge.journal.ChangeWords;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.plan.Change;
import io.github.talosforge.plan.FreeVolume;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.plan.PlanFinding;
import io.github.talosforge.talos.Sighting;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.gradle.api.tasks.UntrackedTask;

/** Shows the nodes as they are, and writes {@code status.json} and {@code inventory.json}. */
@UntrackedTask(because = "The live system is not known to Gradle")
public abstract class StatusCluster extends ProxmoxTask {
  /** This cluster's, but something forbids to remove it or it goes by another word. */
  private static final Set<String> KEPT =
      codes(
          PlanFinding.VM_UNLISTED,
          PlanFinding.VOLUME_PROTECTED,
          PlanFinding.VOLUME_SHARED,
          PlanFinding.REMOVAL_NOT_ALLOWED);

  /** What nothing proves to be this cluster's. */
  private static final Set<String> UNPROVED =
      codes(
          PlanFinding.VOLUME_UNCLAIMED,
          PlanFinding.USE_UNKNOWN,
          PlanFinding.TEMPLATE_UNUSED,
          PlanFinding.TEMPLATE_UNFINISHED,
          PlanFinding.IMAGE_UNUSED);

  /** What is drift, but nothing that a task could bring back. */
  static final String ONLY_VERSIONS =
      "Nodes run other versions than the files say, as planCluster shows. No task changes a version"
          + " yet: write what runs into the files, or leave out --fail-on-drift.";

  private static final Set<String> UNSEEN = codes(PlanFinding.LEFTOVERS_UNSEEN);

  @Override
  void work(ClusterSpec cluster, SharedRun shared) {
    Plan plan = shared.run().tell(shared.run().plan(selection(), allowsReboot()));
    boolean drift = plan.differs();
    Optional<Plan> leftovers =
        plan.isBlocked() ? Optional.empty() : Optional.of(shared.run().leftovers());
    Optional<List<String>> words = leftovers.map(StatusCluster::words);
    showNodes(
        cluster,
        shared,
        new LookedAt(machines(shared), plan.versions(), plan.etcd(), words, drift));
    if (!printsJson()) {
      leftovers.ifPresentOrElse(this::showLeftovers, () -> tellNotLookedFor(plan));
    }
    if (!printsJson()) {
      show("Other versions than the files say:", versions(plan));
    }
    if (drift) {
      getLogger().lifecycle("The live system differs from the files; planCluster shows how.");
    }
    if (drift && getFailOnDrift().get()) {
      throw Trouble.PLAN.failure(
          plan.isEmpty()
              ? ONLY_VERSIONS
              : "The live system differs from the files; planCluster shows how, and provisionNodes"
                  + " brings it back.");
    }
  }

  private static Map<NodeName, Sighting> machines(SharedRun shared) {
    return shared.run().machines().stream()
        .collect(Collectors.toMap(SeenNode::name, SeenNode::sighting));
  }

  private static Set<String> codes(PlanFinding... findings) {
    return Stream.of(findings).map(PlanFinding::code).collect(Collectors.toUnmodifiableSet());
  }

  private static List<String> versions(Plan plan) {
    return plan.findings().withCode(PlanFinding.VERSION_DIFFERS.code()).stream()
        .map(Finding::message)
        .toList();
  }

  private static List<String> words(Plan leftovers) {
    return Stream.of(
            removable(leftovers),
            found(leftovers, KEPT),
            found(leftovers, UNPROVED),
            found(leftovers, UNSEEN))
        .flatMap(List::stream)
        .toList();
  }

  private static List<String> removable(Plan leftovers) {
    return leftovers.changes().stream().map(StatusCluster::words).toList();
  }

  /** Which volume goes is what somebody has to know before saying yes. */
  private static String words(Change change) {
    String words = ChangeWords.of(change);
    return change instanceof FreeVolume free ? words + ": " + free.volume() : words;
  }

  private static List<String> found(Plan leftovers, Set<String> codes) {
    return leftovers.findings().findings().stream()
        .filter(finding -> codes.contains(finding.code()))
        .map(
            finding ->
                finding.message()
                    + Optional.ofNullable(finding.suggestion()).map(next -> " " + next).orElse(""))
        .toList();
  }

  private void tellNotLookedFor(Plan plan) {
    getLogger()
        .lifecycle(
            "Leftovers were not looked for: {}",
            plan.findings().hasErrors()
                ? "the plan has errors, which planCluster shows."
                : "tasks of an earlier run still run on Proxmox VE, as planCluster shows.");
  }

  private void showLeftovers(Plan leftovers) {
    show("Left over, to be removed by removeLeftovers:", removable(leftovers));
    show("Left over, but removeLeftovers leaves it alone:", found(leftovers, KEPT));
    show(
        "Perhaps left over; nothing proves that it is this cluster's:", found(leftovers, UNPROVED));
    found(leftovers, UNSEEN).forEach(getLogger()::lifecycle);
  }

  private void show(String heading, List<String> lines) {
    if (!lines.isEmpty()) {
      getLogger().lifecycle(heading);
      lines.forEach(one -> getLogger().lifecycle("  {}", one));
    }
  }
}
