package io.github.talosforge.operation;

import io.github.talosforge.ClusterSession;
import io.github.talosforge.journal.RunJournal;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.plan.NodeSelection;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.secrets.Secrets;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The plans of a run. One holds for all who ask for the same until something is written, and the
 * journal hears of each.
 */
final class RunPlans {
  private final ClusterRun run;
  private final ClusterSession session;
  private final RunJournal journal;
  private final AgreedPlan agreed = new AgreedPlan();
  private final Set<NodeName> unchanged = new TreeSet<>();
  private @Nullable VmPlan known;

  /** What was asked for, and the plan for it. */
  private record VmPlan(NodeSelection nodes, boolean allowRestarts, Plan plan) {
    boolean isFor(NodeSelection others, boolean restarts) {
      return nodes.equals(others) && allowRestarts == restarts;
    }
  }

  RunPlans(ClusterRun run) {
    this.run = run;
    this.session = run.session();
    this.journal = run.journal();
  }

  /** Plans VMs and what is inside; the machines are asked only with secrets to get in. */
  Plan whole(NodeSelection nodes, boolean allowRestarts) {
    Plan vms = ofVms(nodes, allowRestarts);
    return vms.isBlocked()
        ? vms
        : run.keys()
            .look()
            .either(secrets -> run.inside().open(secrets).plan(vms), miss -> without(vms, miss));
  }

  private Plan without(Plan vms, Secrets.Missing missing) {
    synchronized (run) {
      return session.without(vms, missing);
    }
  }

  /** Warns of missing secrets where nodes are made that nobody could configure. */
  Plan warned(Plan vms) {
    return run.keys().exist()
        ? vms
        : run.keys().look().either(secrets -> vms, missing -> without(vms, missing));
  }

  /** Plans the VMs, unless that was done and nothing was written since. */
  Plan ofVms(NodeSelection nodes, boolean allowRestarts) {
    synchronized (run) {
      VmPlan last = known;
      if (last == null || !last.isFor(nodes, allowRestarts)) {
        Plan made = session.plan(nodes, allowRestarts, run.keys()::reachMachines);
        last = new VmPlan(nodes, allowRestarts, tell(made));
        known = last;
      }
      Plan plan = last.plan();
      unchanged.addAll(plan.unchanged());
      run.terms().agreed().ifPresent(saved -> refuseIfAnother(plan, saved));
      return plan;
    }
  }

  private void refuseIfAnother(Plan plan, Terms.Agreed saved) {
    agreed
        .difference(plan, saved.plan())
        .ifPresent(
            difference -> {
              throw new OperationException(
                  OperationException.Kind.PLAN, saved.file() + ": " + difference);
            });
  }

  /** Makes another plan, which the journal tells. */
  Plan told(Supplier<Plan> how) {
    synchronized (run) {
      return tell(how.get());
    }
  }

  Plan tell(Plan plan) {
    synchronized (run) {
      journal.planned(plan);
      run.draw();
      return plan;
    }
  }

  /** Looks once more whether VMs that go are free to. */
  Plan withLocks(Plan plan) {
    synchronized (run) {
      return session.withLocks(plan);
    }
  }

  /** Something is written: what was planned no longer holds. */
  void outdate() {
    known = null;
  }

  Set<NodeName> unchanged() {
    return new TreeSet<>(unchanged);
  }
}
