package io.github.talosforge.gradle.tasks;

import io.github.talosforge.apply.RestartCare;
import io.github.talosforge.bootstrap.TalosLog;
import io.github.talosforge.gradle.report.ClusterFailure;
import io.github.talosforge.gradle.report.TalosConsole;
import io.github.talosforge.gradle.services.SharedSession;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.NodeRole;
import io.github.talosforge.plan.NodeVm;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.plan.StopStartVm;
import io.github.talosforge.rolling.RollingRestarts;
import java.io.File;
import java.util.Optional;
import org.gradle.api.tasks.UntrackedTask;
import org.gradle.api.tasks.options.Option;

/** Makes the nodes' VMs what the files say, and starts them. */
@UntrackedTask(because = "The live system is not known to Gradle")
public abstract class ProvisionNodes extends TalosTask {
  /**
   * Takes {@code --plan}.
   *
   * @param file a plan file, from the root of the build
   */
  @Option(
      option = "plan",
      description = "Does what this file of planCluster says, and only while it still holds.")
  public void planFile(String file) {
    File absolute = getRootDirectory().get().getAsFile().toPath().resolve(file).toFile();
    options().give("plan", options().getPlan(), absolute.getPath());
  }

  @Override
  void machines(ClusterSpec cluster, SharedSession session) {
    Plan plan = plan(session);
    show(warned(plan, session), plansOnly());
    refuseIfBlocked(plan);
    if (plansOnly()) {
      return;
    }
    Optional<RollingRestarts> restarts = restarts(cluster, session);
    if (restarts.isEmpty()) {
      refuseBlindRestarts(plan, cluster, session);
    }
    if (!plan.isEmpty()) {
      apply(plan, cluster, session, restarts);
    }
    restarts.ifPresent(RollingRestarts::finishInterrupted);
    showNodes(cluster, session, false);
  }

  /** One control plane takes etcd with it whatever is done; of several, nobody knows. */
  private void refuseBlindRestarts(Plan plan, ClusterSpec cluster, SharedSession session) {
    boolean several =
        cluster.nodes().stream().filter(node -> node.role() == NodeRole.CONTROL_PLANE).count() > 1;
    if (several) {
      refuseBlind(
          plan.changes(StopStartVm.class).stream()
              .map(StopStartVm::vm)
              .filter(NodeVm::mayBeControlPlane)
              .map(NodeVm::node)
              .toList(),
          "stopped and started",
          session);
    }
  }

  /** A cluster that was bootstrapped goes on while its nodes are stopped and started. */
  private Optional<RollingRestarts> restarts(ClusterSpec cluster, SharedSession session) {
    TalosLog log = session.notes().heard(new TalosConsole(getLogger(), session.notes().said()));
    return allowsReboot()
        ? knownSecrets(cluster)
            .map(secrets -> open(session, secrets).restartCare(talosOptions(session), log))
        : Optional.empty();
  }

  private void apply(
      Plan plan, ClusterSpec cluster, SharedSession session, Optional<RollingRestarts> restarts) {
    try {
      apply(plan, session, restarts.<RestartCare>map(care -> care).orElse(RestartCare.NONE));
    } catch (ClusterFailure e) {
      showNodes(cluster, session, true);
      throw e;
    }
  }
}
