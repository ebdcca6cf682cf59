package io.github.talosforge.health;

import java.util.List;
import java.util.Optional;

/**
 * What all checks said.
 *
 * @param results one result a check, in their order
 */
public record HealthReport(List<CheckResult> results) {
  /** Keeps an own copy of the list. */
  public HealthReport {
    results = List.copyOf(results);
  }

  /**
   * Tells whether the cluster is well.
   *
   * @return whether no check failed
   */
  public boolean healthy() {
    return firstFailure().isEmpty();
  }

  /**
   * Finds what to look at first.
   *
   * @return the first check that failed; later ones often fail because of it
   */
  public Optional<CheckResult> firstFailure() {
    return results.stream()
        .filter(result -> result.state() == CheckResult.State.FAILED)
        .findFirst();
  }

  /**
   * Tells whether a check failed.
   *
   * @param check the check
   * @return whether it was made and does not hold
   */
  public boolean fails(HealthCheck check) {
    return results.stream()
        .anyMatch(result -> result.check() == check && result.state() == CheckResult.State.FAILED);
  }
}
