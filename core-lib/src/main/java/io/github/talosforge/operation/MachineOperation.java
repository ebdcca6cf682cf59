package io.github.talosforge.operation;

import io.github.talosforge.NodeStatus;
import io.github.talosforge.TalosSession;
import io.github.talosforge.bootstrap.BootstrapResult;
import io.github.talosforge.bootstrap.NodeOutcome;
import io.github.talosforge.bootstrap.SeenNode;
import io.github.talosforge.bootstrap.TalosOptions;
import io.github.talosforge.operation.OperationException.Kind;
import io.github.talosforge.plan.NodeSelection;
import io.github.talosforge.plan.Plan;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Works with machines whose VMs are there. Secrets are made where no machine has others; which of
 * its steps are due, the machines say themselves.
 */
final class MachineOperation extends Operation {
  /** What is done with the machines. */
  enum Step {
    AWAIT {
      @Override
      List<NodeOutcome> take(
          TalosSession machines, TalosOptions options, ClusterRun run, RunListener listener) {
        List<SeenNode> unused = machines.waitForTalos(options, run.inside().heard(listener));
        return List.of();
      }
    },
    CONFIGURE {
      @Override
      List<NodeOutcome> take(
          TalosSession machines, TalosOptions options, ClusterRun run, RunListener listener) {
        return machines.applyMachineConfigs(options, run.inside().heard(listener));
      }
    },
    BOOTSTRAP {
      @Override
      List<NodeOutcome> take(
          TalosSession machines, TalosOptions options, ClusterRun run, RunListener listener) {
        BootstrapResult result = machines.bootstrap(options, run.inside().heard(listener));
        return result.nodes();
      }
    };

    abstract List<NodeOutcome> take(
        TalosSession machines, TalosOptions options, ClusterRun run, RunListener listener);
  }

  private final Step step;
  private final NodeSelection nodes;
  private final boolean allowRestarts;

  MachineOperation(ClusterRun run, Step step, NodeSelection nodes, boolean allowRestarts) {
    super(run);
    this.step = step;
    this.nodes = nodes;
    this.allowRestarts = allowRestarts;
  }

  @Override
  public Plan plan() {
    return run.plan(nodes, allowRestarts);
  }

  @Override
  Result attempt(RunListener listener) {
    requireVms();
    TalosOptions options = run.inside().options(nodes, allowRestarts);
    TalosSession machines = run.inside().open(run.keys().obtain(options, listener));
    run.lock().prepare();
    List<NodeOutcome> outcomes = step.take(machines, options, run, listener);
    run.draw();
    return new Result(List.of(), outcomes);
  }

  private void requireVms() {
    List<NodeStatus> missing =
        run.status().stream()
            .filter(node -> node.state() == NodeStatus.State.MISSING)
            .filter(node -> nodes.selects(node.node()))
            .toList();
    if (!missing.isEmpty()) {
      throw new OperationException(
          Kind.ORDER,
          "%s %s no VM yet. Run provisionNodes first."
              .formatted(
                  missing.stream()
                      .map(node -> node.node().value())
                      .collect(Collectors.joining(", ")),
                  missing.size() == 1 ? "has" : "have"));
    }
  }
}
