package io.github.talosforge.operation;

import io.github.talosforge.plan.Plan;
import io.github.talosforge.plan.SavedPlan;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The plan that was agreed upon before the build, as far as this build has met it. */
final class AgreedPlan {
  private static final String MEANWHILE =
      "The saved plan no longer holds: the live system changed while its templates were built."
          + " No VM was touched. Plan again and look at it.";

  private @Nullable Plan met;

  /** Says what a plan does else than what was agreed upon; empty if it does nothing else. */
  Optional<String> difference(Plan plan, SavedPlan saved) {
    Plan earlier = met;
    if (earlier != null) {
      return VmWork.of(plan).equals(VmWork.of(earlier)) ? Optional.empty() : Optional.of(MEANWHILE);
    }
    Optional<String> difference = saved.difference(plan);
    met = difference.isPresent() ? null : plan;
    return difference;
  }
}
