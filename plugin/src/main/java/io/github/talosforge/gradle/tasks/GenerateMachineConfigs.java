package io.github.talosforge.gradle.tasks;

import io.github.talosforge.bootstrap.TalosOptions;
import io.github.talosforge.gradle.services.SharedSession;
import io.github.talosforge.machineconfig.MachineConfig;
import io.github.talosforge.model.ClusterSpec;
import java.nio.file.Path;
import java.time.Duration;
import org.gradle.api.tasks.UntrackedTask;

/** Writes the machine configurations that the files describe, and sends them to nobody. */
@UntrackedTask(because = "The live system is not known to Gradle")
public abstract class GenerateMachineConfigs extends TalosTask {
  @Override
  void machines(ClusterSpec cluster, SharedSession session) {
    TalosOptions once = talosOptions(session).withPatience(Duration.ZERO);
    for (MachineConfig config :
        open(session, secrets(cluster, session, once))
            .generateMachineConfigs()
            .configs()
            .values()) {
      Path file = files().machineConfig(config.node().value(), config.yaml());
      getLogger().lifecycle("{}: {}", config.node(), shown(file.toString()));
    }
  }
}
