package io.github.talosforge.report;

import java.time.Duration;
import java.time.Instant;
import java.util.Locale;

/**
 * What was run and how it ended.
 *
 * @param cluster the name of the cluster
 * @param versions what it runs, in words
 * @param begun when the run began
 * @param took how long it took so far
 * @param result how it ended
 * @param sentence what that means; several lines when it failed
 */
public record Heading(
    String cluster, String versions, Instant begun, Duration took, Result result, String sentence) {

  /** How a run ended. */
  public enum Result {
    /** Everything that had to be done was done. */
    DONE("Done"),
    /** Nothing had to be done. */
    UNCHANGED("No changes"),
    /** Nothing was done yet: there is only a plan. */
    PLANNED("Planned"),
    /** Nothing was done, and something still waits for a leave to do it. */
    WAITING("Waiting"),
    /** Something went wrong. */
    FAILED("Failed");

    private final String label;

    Result(String label) {
      this.label = label;
    }

    /**
     * Gives the words.
     *
     * @return the result as the page shows it
     */
    public String label() {
      return label;
    }

    String style() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
