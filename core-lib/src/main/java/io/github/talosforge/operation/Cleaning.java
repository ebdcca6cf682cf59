package io.github.talosforge.operation;

import io.github.talosforge.ClusterSession;
import io.github.talosforge.apply.RestartCare;
import io.github.talosforge.plan.Confirmation;
import io.github.talosforge.plan.Plan;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Takes away what nobody runs on, after the cluster's name was said. */
final class Cleaning extends VmOperation {
  private final String deed;
  private final Function<ClusterSession, Plan> planning;

  Cleaning(ClusterRun run, String deed, Function<ClusterSession, Plan> planning) {
    super(run);
    this.deed = deed;
    this.planning = planning;
  }

  @Override
  Plan look() {
    return run.plans().told(() -> planning.apply(run.session()));
  }

  @Override
  Optional<Words> words(Plan plan) {
    return plan.isEmpty()
        ? Optional.empty()
        : Optional.of(new Words(new Confirmation(run.spec().name(), Set.of()), deed));
  }

  @Override
  Result carryOut(Plan plan, RunListener listener) {
    return plan.isEmpty()
        ? Result.NOTHING
        : new Result(run.apply(plan, RestartCare.NONE, listener), List.of());
  }
}
