package io.github.talosforge.gradle.tasks;

import io.github.talosforge.TalosSession;
import io.github.talosforge.gradle.report.TalosConsole;
import io.github.talosforge.gradle.services.SharedSession;
import io.github.talosforge.model.ClusterSpec;
import org.gradle.api.tasks.UntrackedTask;

/** Gives every node the machine configuration that the files describe. */
@UntrackedTask(because = "The live system is not known to Gradle")
public abstract class ApplyMachineConfigs extends TalosTask {
  @Override
  void machines(ClusterSpec cluster, SharedSession session) {
    if (plansOnly()) {
      return;
    }
    requireVms(session);
    TalosConsole console = new TalosConsole(getLogger(), session.notes().said());
    TalosSession talos = open(session, secrets(cluster, session));
    console.outcomes(
        stoppable(
            session,
            () ->
                talos.applyMachineConfigs(talosOptions(session), session.notes().heard(console))));
  }
}
