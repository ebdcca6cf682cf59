package io.github.talosforge.gradle.tasks;

import io.github.talosforge.TalosSession;
import io.github.talosforge.bootstrap.SeenNode;
import io.github.talosforge.bootstrap.TalosLog;
import io.github.talosforge.gradle.report.TalosConsole;
import io.github.talosforge.gradle.services.SharedSession;
import io.github.talosforge.model.ClusterSpec;
import java.util.List;
import org.gradle.api.tasks.UntrackedTask;

/** Waits until Talos answers on every node, in maintenance mode or configured. */
@UntrackedTask(because = "The live system is not known to Gradle")
public abstract class WaitForTalos extends TalosTask {
  @Override
  void machines(ClusterSpec cluster, SharedSession session) {
    if (plansOnly()) {
      return;
    }
    requireVms(session);
    TalosSession talos = open(session, secrets(cluster, session));
    TalosLog log = session.notes().heard(new TalosConsole(getLogger(), session.notes().said()));
    List<SeenNode> unused =
        stoppable(session, () -> talos.waitForTalos(talosOptions(session), log));
  }
}
