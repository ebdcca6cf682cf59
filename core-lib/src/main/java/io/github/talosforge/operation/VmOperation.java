package io.github.talosforge.operation;

import io.github.talosforge.operation.OperationException.Kind;
import io.github.talosforge.plan.Confirmation;
import io.github.talosforge.plan.Plan;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** An operation whose plan is carried out on Proxmox; one that takes something away has words. */
abstract non-sealed class VmOperation extends Operation {
  private @Nullable Plan made;

  VmOperation(ClusterRun run) {
    super(run);
  }

  @Override
  public final Plan plan() {
    Plan plan = made == null ? look() : made;
    made = plan;
    return plan;
  }

  @Override
  public final boolean isConfirmed() {
    return words(plan()).filter(asked -> !asked.given(run.terms())).isEmpty();
  }

  @Override
  final Result attempt(RunListener listener) {
    Plan plan = plan();
    OperationException.refuseIfBlocked(plan);
    words(plan)
        .filter(asked -> !asked.given(run.terms()))
        .ifPresent(
            asked -> {
              throw new OperationException(Kind.CONFIRMATION, asked.request());
            });
    // What was looked at holds for one run only.
    made = null;
    return carryOut(plan, listener);
  }

  abstract Plan look();

  /** Returns the words that have to be said before this plan; none if it takes nothing away. */
  Optional<Words> words(Plan plan) {
    return Optional.empty();
  }

  abstract Result carryOut(Plan plan, RunListener listener);

  /**
   * Words that confirm.
   *
   * @param confirmation the words
   * @param deed what they confirm, such as {@code Destroying}
   */
  record Words(Confirmation confirmation, String deed) {
    boolean given(Terms terms) {
      return confirmation.isGiven(terms.confirmations());
    }

    String request() {
      return confirmation.request(deed);
    }
  }
}
