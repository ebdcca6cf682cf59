package io.github.talosforge.gradle.tasks;

import io.github.talosforge.TalosSession;
import io.github.talosforge.bootstrap.BootstrapResult;
import io.github.talosforge.gradle.report.TalosConsole;
import io.github.talosforge.gradle.services.SharedSession;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.secrets.SecretsBundle;
import org.gradle.api.tasks.UntrackedTask;

/** Brings the nodes to a healthy cluster and hands over a kubeconfig. */
@UntrackedTask(because = "The live system is not known to Gradle")
public abstract class BootstrapCluster extends KubeconfigTask {
  @Override
  void machines(ClusterSpec cluster, SharedSession session) {
    if (plansOnly()) {
      return;
    }
    requireVms(session);
    SecretsBundle secrets = secrets(cluster, session);
    TalosConsole console = new TalosConsole(getLogger(), session.notes().said());
    TalosSession talos = open(session, secrets);
    BootstrapResult result =
        stoppable(
            session, () -> talos.bootstrap(talosOptions(session), session.notes().heard(console)));
    console.outcomes(result.nodes());
    writeTalosconfig(talos);
    writeKubeconfig(talos);
  }
}
