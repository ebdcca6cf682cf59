package io.github.talosforge.operation;

import io.github.talosforge.plan.Plan;
import java.util.Optional;

/**
 * One thing that is done to a cluster: planned, refused where it could hurt, and carried out. Run
 * again after it was cut off anywhere, it goes on.
 */
public abstract sealed class Operation permits VmOperation, MachineOperation {
  final ClusterRun run;

  Operation(ClusterRun run) {
    this.run = run;
  }

  /**
   * Looks what has to be done.
   *
   * @return the plan; one that is blocked is returned as well
   */
  public abstract Plan plan();

  /**
   * Returns what would be done afterwards by another operation, where the user should know before.
   *
   * @return that plan
   */
  public Optional<Plan> later() {
    return Optional.empty();
  }

  /** Tells whether all words were said that this needs. */
  public boolean isConfirmed() {
    return true;
  }

  /**
   * Carries the plan out.
   *
   * @param listener hears what happens
   * @return what came of it
   * @throws OperationException if it is refused, fails in part or is stopped
   */
  public abstract Result run(RunListener listener);
}
