package io.github.talosforge.gradle.tasks;

import io.github.talosforge.finding.Severity;
import io.github.talosforge.gradle.report.ChangeWords;
import io.github.talosforge.gradle.report.ClusterFailure;
import io.github.talosforge.gradle.services.SharedSession;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.plan.PlanFinding;
import org.gradle.api.tasks.UntrackedTask;

/** Shows the nodes as they are, and writes {@code status.json} and {@code inventory.json}. */
@UntrackedTask(because = "The live system is not known to Gradle")
public abstract class StatusCluster extends ProxmoxTask {
  @Override
  void work(ClusterSpec cluster, SharedSession session) {
    Plan plan = plan(session);
    boolean drift = !plan.isEmpty();
    showNodes(cluster, session, drift);
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
