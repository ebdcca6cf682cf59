package io.github.talosforge.gradle.tasks;

import io.github.talosforge.bootstrap.SeenNode;
import io.github.talosforge.finding.Severity;
import io.github.talosforge.gradle.report.ClusterFailure;
import io.github.talosforge.gradle.services.SharedSession;
import io.github.talosforge.journal.ChangeWords;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.plan.PlanFinding;
import io.github.talosforge.talos.Sighting;
import java.util.Map;
import java.util.stream.Collectors;
import org.gradle.api.tasks.UntrackedTask;

/** Shows the nodes as they are, and writes {@code status.json} and {@code inventory.json}. */
@UntrackedTask(because = "The live system is not known to Gradle")
public abstract class StatusCluster extends TalosTask {
  @Override
  void machines(ClusterSpec cluster, SharedSession session) {
    Plan plan = wholePlan(session);
    boolean drift = !plan.isEmpty();
    showNodes(cluster, session, machines(session), drift);
    if (!printsJson() && !plan.isBlocked()) {
      showLeftovers(session.planLeftovers());
    }
    if (drift) {
      getLogger().lifecycle("The live system differs from the files; planCluster shows how.");
    }
    if (drift && getFailOnDrift().get()) {
      throw ClusterFailure.because("The live system differs from the files.");
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

  private void showLeftovers(Plan leftovers) {
    if (!leftovers.isEmpty()) {
      getLogger().lifecycle("Left over, to be removed by removeLeftovers:");
      leftovers.changes().forEach(one -> getLogger().lifecycle("  {}", ChangeWords.of(one)));
    }
    leftovers.findings().withSeverity(Severity.NOTE).stream()
        .filter(note -> note.code().equals(PlanFinding.VOLUME_UNCLAIMED.code()))
        .forEach(note -> getLogger().lifecycle("  {}", note.message()));
  }
}
