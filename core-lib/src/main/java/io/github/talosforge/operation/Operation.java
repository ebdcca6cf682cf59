package io.github.talosforge.operation;

import io.github.talosforge.audit.Reason;
import io.github.talosforge.plan.Plan;
import java.util.Locale;
import java.util.Optional;

/**
 * One thing that is done to a cluster: planned, refused where it could hurt, and carried out. Run
 * again after it was cut off anywhere, it goes on.
 */
public abstract sealed class Operation permits VmOperation, MachineOperation {
  final ClusterRun run;
  private Reason why = Reason.here();
  private String name = "";

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
  public final Result run(RunListener listener) {
    return run.audit()
        .during(why, () -> run.lock().during(name, listener, () -> attempt(listener)));
  }

  abstract Result attempt(RunListener listener);

  /** Names the goal in the audit of all that is written for it. */
  final Operation towards(Goal goal) {
    String title = goal.getClass().getSimpleName();
    name = title.substring(0, 1).toLowerCase(Locale.ROOT) + title.substring(1);
    why = Reason.here().then(name);
    return this;
  }
}
