package io.github.talosforge.gradle.tasks;

import io.github.talosforge.gradle.services.SharedRun;
import io.github.talosforge.model.ClusterSpec;
import org.gradle.api.tasks.UntrackedTask;

/** Writes a kubeconfig for the administrator, or keeps the one that is still good. */
@UntrackedTask(because = "Certificates end")
public abstract class WriteKubeconfig extends KubeconfigTask {
  @Override
  void work(ClusterSpec cluster, SharedRun shared) {
    writeKubeconfig(shared.run().openMachines());
  }
}
