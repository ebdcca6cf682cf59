package io.github.talosforge.apply;

import io.github.talosforge.plan.Change;
import java.time.Duration;
import java.util.Optional;

/**
 * How a change ended.
 *
 * @param change the change
 * @param ending done or not
 * @param reason why not, in words for the user; empty when it was done
 * @param took how long it took, zero when it was not begun
 */
public record Outcome(Change change, Ending ending, Optional<String> reason, Duration took) {
  /** Done or not. */
  public enum Ending {
    /** It was done. */
    DONE,
    /** It was tried and failed. */
    FAILED,
    /** It was not begun, or the run was stopped before its end. */
    SKIPPED
  }
}
