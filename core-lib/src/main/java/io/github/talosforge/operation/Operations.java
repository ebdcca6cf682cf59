package io.github.talosforge.operation;

import io.github.talosforge.operation.MachineOperation.Step;
import io.github.talosforge.plan.NodeSelection;

/** Which operation reaches which goal. */
record Operations(ClusterRun run) implements Goal.Visitor<Operation> {
  @Override
  public Operation visit(Goal.BuildTemplates goal) {
    return new TemplateBuilding(run, goal);
  }

  @Override
  public Operation visit(Goal.Provision goal) {
    return new Provisioning(run, goal);
  }

  @Override
  public Operation visit(Goal.AwaitTalos goal) {
    return new MachineOperation(run, Step.AWAIT, goal.nodes(), /* allowRestarts= */ false);
  }

  @Override
  public Operation visit(Goal.Configure goal) {
    return new MachineOperation(run, Step.CONFIGURE, goal.nodes(), goal.allowRestarts());
  }

  @Override
  public Operation visit(Goal.Bootstrap goal) {
    return new MachineOperation(run, Step.BOOTSTRAP, goal.nodes(), goal.allowRestarts());
  }

  @Override
  public Operation visit(Goal.Adopt goal) {
    return new Adopting(run, goal);
  }

  @Override
  public Operation visit(Goal.Rebuild goal) {
    return new Rebuilding(run, goal);
  }

  @Override
  public Operation visit(Goal.RemoveNodes goal) {
    if (goal.nodes().isAll()) {
      throw new OperationException(
          OperationException.Kind.GOAL,
          "Which nodes go has to be said: --node=worker-3. The whole cluster goes with"
              + " destroyCluster.");
    }
    return new Removal(run, goal.nodes(), goal.liftProtection(), goal.withData());
  }

  @Override
  public Operation visit(Goal.Destroy goal) {
    if (!goal.nodes().isAll()) {
      throw new OperationException(
          OperationException.Kind.GOAL,
          "destroyCluster is for the whole cluster; single nodes go with removeNode, which takes"
              + " the same options.");
    }
    return new Removal(run, NodeSelection.all(), goal.liftProtection(), goal.withData());
  }

  @Override
  public Operation visit(Goal.DestroyVolume goal) {
    if (!goal.volume().matches("[A-Za-z0-9-]{1,34}")) {
      throw new OperationException(
          OperationException.Kind.GOAL,
          "--volume takes the name of one volume as the files called it, such as db; not '"
              + goal.volume()
              + "'");
    }
    return new Cleaning(
        run,
        "Destroying a volume of",
        session -> session.planVolumeDestruction(goal.node(), goal.volume()));
  }

  @Override
  public Operation visit(Goal.CleanTemplates goal) {
    return new Cleaning(
        run,
        "Removing templates of",
        session ->
            session.planTemplateCleaning(goal.keep(), goal.images(), run.keys()::reachMachines));
  }

  @Override
  public Operation visit(Goal.RemoveLeftovers goal) {
    return new Cleaning(run, "Removing the leftovers of", session -> session.planLeftovers());
  }
}
