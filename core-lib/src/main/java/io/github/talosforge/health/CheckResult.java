package io.github.talosforge.health;

import java.util.Locale;

/**
 * How a check ended.
 *
 * @param check the check
 * @param state passed or not
 * @param message why not, or why it was skipped; empty when passed
 */
public record CheckResult(HealthCheck check, State state, String message) {

  /** Passed or not. */
  public enum State {
    /** It holds. */
    PASSED,
    /** It does not hold, or could not be looked at. */
    FAILED,
    /** It does not apply to this cluster. */
    SKIPPED;

    /**
     * Gives the word.
     *
     * @return the state in lower case
     */
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
