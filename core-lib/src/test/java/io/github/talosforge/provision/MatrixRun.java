package io.github.talosforge.provision;

import io.github.talosforge.HurriedSessions;
import io.github.talosforge.operation.ClusterRun;
import io.github.talosforge.operation.Goal;
import io.github.talosforge.operation.Result;
import io.github.talosforge.operation.RunListener;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.redaction.TalosforgeException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** A run as users make it: the operations of a scenario, one after the other. */
final class MatrixRun {
  private static final Duration PATIENT = Duration.ofMinutes(5);

  /** With a mishap that lasts, waiting is only waiting. */
  private static final Duration HASTY = HurriedSessions.IMPATIENT.patience();

  /** Pods take a moment to leave; a run that gives up before meets none of what comes after. */
  private static final Duration DRAINING = Duration.ofMinutes(1);

  private static final List<String> WORDS = List.of("demo", "cp-3", "worker-2");

  private final TalosWorld machines;

  MatrixRun(SimulatedCluster cluster) {
    this.machines = new TalosWorld(cluster);
  }

  /** Runs everything once; returns what went wrong, in words of the library. */
  Optional<String> problem(Scenario wish, boolean hasty) {
    Duration haste = wish.drains() ? DRAINING : HASTY;
    try (ClusterRun run = open(hasty ? haste : PATIENT)) {
      for (Goal goal : wish.goals(run)) {
        Result unused = run.operation(goal).run(RunListener.SILENT);
      }
      return Optional.empty();
    } catch (TalosforgeException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  private ClusterRun open(Duration patience) {
    return machines.run(machines.terms().patience(patience).confirming(WORDS));
  }

  /** Plans the same once more, both halves of it. */
  Plan again(Scenario wish) {
    if (wish.endsHealthy()) {
      return machines.plan();
    }
    try (ClusterRun run = open(PATIENT)) {
      return run.operation(wish.goals(run).get(0)).plan();
    }
  }
}
