package io.github.talosforge.gradle.tasks;

import io.github.talosforge.gradle.services.SharedRun;
import io.github.talosforge.health.HealthJson;
import io.github.talosforge.health.HealthReport;
import io.github.talosforge.health.HealthText;
import io.github.talosforge.model.ClusterSpec;
import org.gradle.api.tasks.UntrackedTask;

/** Makes all health checks once and shows what they say. */
@UntrackedTask(because = "The live system is not known to Gradle")
public abstract class HealthCluster extends ProxmoxTask {
  @Override
  void work(ClusterSpec cluster, SharedRun shared) {
    HealthReport report = shared.run().health();
    if (printsJson()) {
      getLogger().quiet(HealthJson.render(report).stripTrailing());
    } else {
      getLogger().lifecycle(HealthText.render(report).stripTrailing());
    }
    if (!report.healthy()) {
      throw Trouble.TALOS.failure(HealthText.failure(report));
    }
  }
}
