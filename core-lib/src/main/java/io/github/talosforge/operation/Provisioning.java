package io.github.talosforge.operation;

import io.github.talosforge.apply.Outcome;
import io.github.talosforge.apply.RestartCare;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.model.NodeRole;
import io.github.talosforge.observe.NodeVm;
import io.github.talosforge.plan.CreateVm;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.plan.StopStartVm;
import io.github.talosforge.rolling.RollingRestarts;
import java.util.List;
import java.util.Optional;

/** Makes the VMs what the files say; what has to be stopped for it, one node after the other. */
final class Provisioning extends VmOperation {
  private final Goal.Provision goal;

  Provisioning(ClusterRun run, Goal.Provision goal) {
    super(run);
    this.goal = goal;
  }

  @Override
  Plan look() {
    Plan vms = run.plans().ofVms(goal.nodes(), goal.allowRestarts());
    return vms.isBlocked() || vms.changes(CreateVm.class).isEmpty() ? vms : run.plans().warned(vms);
  }

  @Override
  Result carryOut(Plan plan, RunListener listener) {
    Optional<RollingRestarts> restarts = restarts(listener);
    if (restarts.isEmpty()) {
      refuseBlindRestarts(plan);
    }
    List<Outcome> outcomes =
        plan.isEmpty()
            ? List.of()
            : run.apply(
                plan, restarts.<RestartCare>map(care -> care).orElse(RestartCare.NONE), listener);
    restarts.ifPresent(
        care -> {
          List<NodeName> unused = care.finishInterrupted();
        });
    return new Result(outcomes, List.of());
  }

  /** A cluster that was bootstrapped goes on while its nodes are stopped and started. */
  private Optional<RollingRestarts> restarts(RunListener listener) {
    return goal.allowRestarts()
        ? run.keys()
            .known()
            .map(
                secrets ->
                    run.inside()
                        .open(secrets)
                        .restartCare(
                            run.inside().options(goal.nodes(), /* allowReboots= */ true),
                            run.inside().heard(listener)))
        : Optional.empty();
  }

  /** One control plane takes etcd with it whatever is done; of several, nobody knows. */
  private void refuseBlindRestarts(Plan plan) {
    boolean several =
        run.spec().nodes().stream().filter(node -> node.role() == NodeRole.CONTROL_PLANE).count()
            > 1;
    if (several) {
      run.keys()
          .refuseBlind(
              plan.changes(StopStartVm.class).stream()
                  .map(StopStartVm::vm)
                  .filter(NodeVm::mayBeControlPlane)
                  .map(NodeVm::node)
                  .toList(),
              "stopped and started");
    }
  }
}
