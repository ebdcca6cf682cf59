package io.github.talosforge.gradle.tasks;

import io.github.talosforge.bootstrap.SeenNode;
import io.github.talosforge.finding.Finding;
import io.github.talosforge.finding.Severity;
import io.github.talosforge.gradle.report.ClusterFailure;
import io.github.talosforge.gradle.report.LookedAt;
import io.github.talosforge.gradle.services.SharedSession;
import io.github.talosforge.journal.ChangeWords;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.plan.PlanFinding;
import io.github.talosforge.talos.Sighting;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.gradle.api.tasks.UntrackedTask;

/** Shows the nodes as they are, and writes {@code status.json} and {@code inventory.json}. */
@UntrackedTask(because = "The live system is not known to Gradle")
public abstract class StatusCluster extends TalosTask {
  @Override
  void machines(ClusterSpec cluster, SharedSession session) {
    Plan plan = wholePlan(session);
    boolean drift = !plan.isEmpty();
    Optional<Plan> leftovers =
        plan.isBlocked() ? Optional.empty() : Optional.of(session.planLeftovers());
    Optional<List<String>> words = leftovers.map(StatusCluster::words);
    showNodes(cluster, session, new LookedAt(machines(session), words, drift));
    if (!printsJson()) {
      leftovers.ifPresent(this::showLeftovers);
    }
    if (drift) {
      getLogger().lifecycle("The live system differs from the files; planCluster shows how.");
    }
    if (drift && getFailOnDrift().get()) {
      throw ClusterFailure.because(
          "The live system differs from the files; planCluster shows how, and provisionNodes brings"
              + " it back.");
    }
  }

  private Map<NodeName, Sighting> machines(SharedSession session) {
    return knownSecrets()
        .map(
            secrets ->
                open(session, secrets).status().stream()
                    .collect(Collectors.toMap(SeenNode::name, SeenNode::sighting)))
        .orElse(Map.of());
  }

  private static List<String> words(Plan leftovers) {
    return Stream.concat(removable(leftovers), unclaimed(leftovers)).toList();
  }

  private static Stream<String> removable(Plan leftovers) {
    return leftovers.changes().stream().map(ChangeWords::of);
  }

  private static Stream<String> unclaimed(Plan leftovers) {
    return leftovers.findings().withSeverity(Severity.NOTE).stream()
        .filter(note -> note.code().equals(PlanFinding.VOLUME_UNCLAIMED.code()))
        .map(Finding::message);
  }

  private void showLeftovers(Plan leftovers) {
    if (!leftovers.isEmpty()) {
      getLogger().lifecycle("Left over, to be removed by removeLeftovers:");
    }
    words(leftovers).forEach(one -> getLogger().lifecycle("  {}", one));
  }
}
