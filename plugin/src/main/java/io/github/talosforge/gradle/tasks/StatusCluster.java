package io.github.talosforge.gradle.tasks;

import io.github.talosforge.bootstrap.SeenNode;
import io.github.talosforge.gradle.report.ClusterFailure;
import io.github.talosforge.gradle.services.SharedSession;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.talos.Sighting;
import java.util.Map;
import java.util.stream.Collectors;
import org.gradle.api.tasks.UntrackedTask;

/** Shows the nodes as they are, and writes {@code status.json} and {@code inventory.json}. */
@UntrackedTask(because = "The live system is not known to Gradle")
public abstract class StatusCluster extends TalosTask {
  @Override
  void machines(ClusterSpec cluster, SharedSession session) {
    boolean drift = !wholePlan(session).isEmpty();
    showNodes(cluster, session, machines(session), drift);
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
}
