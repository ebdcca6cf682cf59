package io.github.talosforge.apply;

import io.github.talosforge.proxmox.ClientCounters;
import java.util.List;

/**
 * What came of a plan.
 *
 * @param outcomes how each change ended, in the order of the plan
 * @param counters what the client had sent since it was opened
 */
public record ApplyResult(List<Outcome> outcomes, ClientCounters counters) {
  /** Keeps an own copy of the list. */
  public ApplyResult {
    outcomes = List.copyOf(outcomes);
  }

  /**
   * Tells whether everything was done.
   *
   * @return whether no change failed or was skipped
   */
  public boolean complete() {
    return outcomes.stream().allMatch(outcome -> outcome.ending() == Outcome.Ending.DONE);
  }

  /**
   * Picks the changes that ended in one way.
   *
   * @param ending the way
   * @return their outcomes, in order
   */
  public List<Outcome> ended(Outcome.Ending ending) {
    return outcomes.stream().filter(outcome -> outcome.ending() == ending).toList();
  }
}
