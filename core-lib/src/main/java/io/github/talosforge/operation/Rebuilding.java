package io.github.talosforge.operation;

import io.github.talosforge.apply.Outcome;
import io.github.talosforge.apply.RestartCare;
import io.github.talosforge.bootstrap.NodeOutcome;
import io.github.talosforge.bootstrap.TalosOptions;
import io.github.talosforge.plan.Confirmation;
import io.github.talosforge.plan.DestroyVm;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.plan.ReleaseDisks;
import io.github.talosforge.rolling.RollingRestarts;
import io.github.talosforge.secrets.SecretsBundle;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Makes the VM of one node anew around the disks that its data VM keeps, and brings the node back
 * into the cluster.
 */
final class Rebuilding extends VmOperation {
  private final Goal.Rebuild goal;

  Rebuilding(ClusterRun run, Goal.Rebuild goal) {
    super(run);
    this.goal = goal;
  }

  @Override
  Plan look() {
    return run.plans()
        .told(
            () ->
                run.session()
                    .planRebuild(goal.node(), goal.liftProtection(), run.keys()::reachMachines));
  }

  @Override
  Optional<Words> words(Plan plan) {
    return Optional.of(
        new Words(new Confirmation(run.spec().name(), Set.of()), "Rebuilding a node of"));
  }

  @Override
  Result carryOut(Plan plan, RunListener listener) {
    Optional<SecretsBundle> secrets = run.keys().known();
    if (secrets.isEmpty()) {
      run.keys()
          .refuseBlindRebuild(
              plan.changes(DestroyVm.class).stream()
                  .map(change -> change.vm().node())
                  .distinct()
                  .toList());
    }
    OperationException.refuseIfBlocked(run.plans().withLocks(plan));
    secrets.ifPresent(known -> letGo(plan, known, listener));
    List<Outcome> outcomes = run.apply(plan, RestartCare.NONE, listener);
    return new Result(outcomes, secrets.map(known -> configure(known, listener)).orElse(List.of()));
  }

  /** Pods leave the node before it goes, and a control plane goes only while etcd is well. */
  private void letGo(Plan plan, SecretsBundle secrets, RunListener listener) {
    RollingRestarts care =
        run.inside().open(secrets).restartCare(options(), run.inside().heard(listener));
    plan.changes(ReleaseDisks.class).stream()
        .filter(ReleaseDisks::running)
        .forEach(change -> care.letGo(change.vm(), run::ends));
  }

  /** The new VM waits for its machine configuration; a cluster never bootstrapped has none. */
  private List<NodeOutcome> configure(SecretsBundle secrets, RunListener listener) {
    return run.inside().open(secrets).bootstrap(options(), run.inside().heard(listener)).nodes();
  }

  private TalosOptions options() {
    return run.inside().options(goal.node(), goal.allowRestarts());
  }
}
