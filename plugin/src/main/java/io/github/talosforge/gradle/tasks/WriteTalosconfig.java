package io.github.talosforge.gradle.tasks;

import io.github.talosforge.gradle.services.SharedRun;
import io.github.talosforge.model.ClusterSpec;
import org.gradle.api.tasks.UntrackedTask;

/** Writes a talosconfig for the administrator, or keeps the one that is still good. */
@UntrackedTask(because = "Certificates end")
public abstract class WriteTalosconfig extends KubeconfigTask {
  @Override
  void work(ClusterSpec cluster, SharedRun shared) {
    writeTalosconfig(shared.run().openMachines());
  }
}
