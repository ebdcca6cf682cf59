package io.github.talosforge.gradle.tasks;

import io.github.talosforge.bootstrap.SeenNode;
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
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.gradle.api.tasks.UntrackedTask;

/** Shows the nodes as they are, and writes {@code status.json} and {@code inventory.json}. */
@UntrackedTask(because = "The live system is not known to Gradle")
public abstract class StatusCluster extends TalosTask {
  private static final Set<String> LEFT =
      Stream.of(
              PlanFinding.VOLUME_UNCLAIMED,
              PlanFinding.VOLUME_SHARED,
              PlanFinding.USE_UNKNOWN,
              PlanFinding.TEMPLATE_UNUSED,
              PlanFinding.TEMPLATE_UNFINISHED,
              PlanFinding.IMAGE_UNUSED,
              PlanFinding.REMOVAL_NOT_ALLOWED)
          .map(PlanFinding::code)
          .collect(Collectors.toUnmodifiableSet());

  @Override
  void machines(ClusterSpec cluster, SharedSession session) {
    Plan plan = wholePlan(cluster, session);
    boolean drift = !plan.isEmpty();
    Optional<Plan> leftovers =
        plan.isBlocked() ? Optional.empty() : Optional.of(session.planLeftovers());
    Optional<List<String>> words = leftovers.map(StatusCluster::words);
    showNodes(cluster, session, new LookedAt(machinesOf(cluster, session), words, drift));
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

  private Map<NodeName, Sighting> machinesOf(ClusterSpec cluster, SharedSession session) {
    return knownSecrets(cluster)
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

  /** What nothing proves to be this cluster's stays, and is shown with what removes it. */
  private static Stream<String> unclaimed(Plan leftovers) {
    return leftovers.findings().findings().stream()
        .filter(finding -> LEFT.contains(finding.code()))
        .map(
            finding ->
                finding.message()
                    + Optional.ofNullable(finding.suggestion()).map(next -> " " + next).orElse(""));
  }

  private void showLeftovers(Plan leftovers) {
    show("Left over, to be removed by removeLeftovers:", removable(leftovers).toList());
    show(
        "Perhaps left over; nothing proves that it is this cluster's:",
        unclaimed(leftovers).toList());
  }

  private void show(String heading, List<String> lines) {
    if (!lines.isEmpty()) {
      getLogger().lifecycle(heading);
      lines.forEach(one -> getLogger().lifecycle("  {}", one));
    }
  }
}
