package io.github.talosforge.gradle.tasks;

import io.github.talosforge.TalosSession;
import io.github.talosforge.bootstrap.BootstrapResult;
import io.github.talosforge.gradle.report.TalosConsole;
import io.github.talosforge.gradle.services.SharedSession;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.plan.DestroyVm;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.plan.ReleaseDisks;
import io.github.talosforge.rolling.RollingRestarts;
import io.github.talosforge.secrets.SecretsBundle;
import java.util.List;
import java.util.Optional;
import org.gradle.api.provider.Property;
import org.gradle.api.tasks.Internal;
import org.gradle.api.tasks.UntrackedTask;
import org.gradle.api.tasks.options.Option;

/**
 * Makes the VM of one node anew around the disks that its data VM keeps, after the cluster's name
 * was said, and brings the node back into the cluster.
 */
@UntrackedTask(because = "The live system is not known to Gradle")
public abstract class RebuildNode extends TalosTask {
  /**
   * Takes {@code --confirm}.
   *
   * @param clusters names of clusters of which a node may be rebuilt
   */
  @Option(option = "confirm", description = "The cluster_name, to confirm that the VM may go.")
  public void confirm(List<String> clusters) {
    options().give("confirm", options().getConfirmations(), clusters);
  }

  /**
   * Returns whether a protected VM may be rebuilt too.
   *
   * @return whether protection is lifted
   */
  @Internal
  @Option(option = "lift-protection", description = "Rebuilds a protected VM too.")
  public abstract Property<Boolean> getLiftProtection();

  @Override
  void machines(ClusterSpec cluster, SharedSession session) {
    Plan plan =
        session.planRebuild(
            selection(), getLiftProtection().getOrElse(false), () -> reachable(session));
    show(plan, plansOnly());
    refuseIfBlocked(plan);
    if (plansOnly()) {
      return;
    }
    requireConfirmation(cluster, "Rebuilding a node of");
    Optional<SecretsBundle> secrets = knownSecrets(cluster);
    if (secrets.isEmpty()) {
      refuseBlindRebuild(going(plan), session);
    }
    refuseIfBlocked(session.withLocks(plan));
    secrets.ifPresent(known -> letGo(plan, session, known));
    apply(plan, session);
    secrets.ifPresent(known -> configure(session, known));
    showNodes(cluster, session, false);
  }

  private static List<NodeName> going(Plan plan) {
    return plan.changes(DestroyVm.class).stream()
        .map(change -> change.vm().node())
        .distinct()
        .toList();
  }

  /** Pods leave the node before it goes, and a control plane goes only while etcd is well. */
  private void letGo(Plan plan, SharedSession session, SecretsBundle secrets) {
    TalosConsole console = new TalosConsole(getLogger(), session.notes().said());
    RollingRestarts care =
        open(session, secrets).restartCare(talosOptions(session), session.notes().heard(console));
    plan.changes(ReleaseDisks.class).stream()
        .filter(ReleaseDisks::running)
        .forEach(change -> stoppable(session, () -> care.letGo(change.vm(), session::isStopped)));
  }

  /** The new VM waits for its machine configuration; a cluster never bootstrapped has none. */
  private void configure(SharedSession session, SecretsBundle secrets) {
    TalosConsole console = new TalosConsole(getLogger(), session.notes().said());
    TalosSession talos = open(session, secrets);
    BootstrapResult result =
        stoppable(
            session, () -> talos.bootstrap(talosOptions(session), session.notes().heard(console)));
    console.outcomes(result.nodes());
  }
}
