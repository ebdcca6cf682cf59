package io.github.talosforge.operation;

import io.github.talosforge.apply.RestartCare;
import io.github.talosforge.plan.Adoption;
import io.github.talosforge.plan.Confirmation;
import io.github.talosforge.plan.Plan;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Puts the cluster's marks on VMs that somebody else made, and changes nothing else. */
final class Adopting extends VmOperation {
  private final Goal.Adopt goal;
  private @Nullable Plan later;

  Adopting(ClusterRun run, Goal.Adopt goal) {
    super(run);
    this.goal = goal;
  }

  @Override
  Plan look() {
    if (run.spec().uid().isEmpty()) {
      throw OperationException.noUid();
    }
    return run.plans()
        .told(
            () -> {
              Adoption adoption = run.session().planAdoption(goal.vms());
              later = adoption.later();
              return adoption.marks();
            });
  }

  @Override
  public Optional<Plan> later() {
    return Optional.ofNullable(later);
  }

  @Override
  Optional<Words> words(Plan plan) {
    return plan.isEmpty()
        ? Optional.empty()
        : Optional.of(new Words(new Confirmation(run.spec().name(), Set.of()), "Adopting VMs for"));
  }

  @Override
  Result carryOut(Plan plan, RunListener listener) {
    return plan.isEmpty()
        ? Result.NOTHING
        : new Result(run.apply(plan, RestartCare.NONE, listener), List.of());
  }
}
