package io.github.talosforge.gradle.tasks;

import io.github.talosforge.TalosSession;
import io.github.talosforge.gradle.services.SharedRun;
import io.github.talosforge.operation.Goal;
import org.gradle.api.tasks.UntrackedTask;

/** Brings the nodes to a healthy cluster and hands over a kubeconfig. */
@UntrackedTask(because = "The live system is not known to Gradle")
public abstract class BootstrapCluster extends MachineTask {
  @Override
  Goal goal() {
    return new Goal.Bootstrap(selection(), allowsReboot());
  }

  @Override
  void done(SharedRun shared) {
    TalosSession machines = shared.run().openMachines();
    writeTalosconfig(machines);
    writeKubeconfig(machines);
  }
}
