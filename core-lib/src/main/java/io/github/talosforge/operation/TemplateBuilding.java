package io.github.talosforge.operation;

import io.github.talosforge.apply.RestartCare;
import io.github.talosforge.plan.Plan;
import java.util.List;

/** Prepares what VMs are made from; the VMs themselves are left to another operation. */
final class TemplateBuilding extends VmOperation {
  private final Goal.BuildTemplates goal;

  TemplateBuilding(ClusterRun run, Goal.BuildTemplates goal) {
    super(run);
    this.goal = goal;
  }

  @Override
  Plan look() {
    return run.plans().ofVms(goal.nodes(), goal.allowRestarts()).imagesOnly();
  }

  @Override
  Result carryOut(Plan plan, RunListener listener) {
    return plan.isEmpty()
        ? Result.NOTHING
        : new Result(run.apply(plan, RestartCare.NONE, listener), List.of());
  }
}
