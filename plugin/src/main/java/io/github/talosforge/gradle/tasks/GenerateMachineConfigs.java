package io.github.talosforge.gradle.tasks;

import io.github.talosforge.gradle.services.SharedRun;
import io.github.talosforge.machineconfig.GeneratedConfigs;
import io.github.talosforge.machineconfig.MachineConfig;
import io.github.talosforge.model.ClusterSpec;
import java.nio.file.Path;
import org.gradle.api.tasks.UntrackedTask;

/** Writes the machine configurations that the files describe, and sends them to nobody. */
@UntrackedTask(because = "The live system is not known to Gradle")
public abstract class GenerateMachineConfigs extends ProxmoxTask {
  @Override
  void work(ClusterSpec cluster, SharedRun shared) {
    GeneratedConfigs generated = stoppable(shared, shared.run()::machineConfigs);
    for (MachineConfig config : generated.configs().values()) {
      Path file = files().machineConfig(config.node().value(), config.yaml());
      getLogger().lifecycle("{}: {}", config.node(), shown(file.toString()));
    }
  }
}
