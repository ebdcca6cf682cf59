package io.github.talosforge.bootstrap;

import java.time.Duration;
import java.util.Map;

/** The time that one step has, and the pauses in it. */
public final class Deadline {
  private static final Duration SHORTEST = Duration.ofMillis(20);
  private static final Duration LONGEST = Duration.ofSeconds(3);

  private final Pacing pacing;
  private final long end;
  private Duration next = SHORTEST;

  /**
   * Begins to count.
   *
   * @param pacing measures and spends time
   * @param patience how long the step may take
   */
  public Deadline(Pacing pacing, Duration patience) {
    this.pacing = pacing;
    this.end = pacing.nanos() + patience.toNanos();
  }

  /**
   * Tells whether the time is over.
   *
   * @return whether nothing more should be tried
   */
  public boolean isOver() {
    return pacing.nanos() - end >= 0;
  }

  /** Waits a little, longer each time: what has just begun is often over soon. */
  public void pause() {
    try {
      pacing.pause(next);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new TalosFlowException("The run was interrupted.", Map.of());
    }
    Duration longer = next.multipliedBy(3).dividedBy(2);
    next = longer.compareTo(LONGEST) < 0 ? longer : LONGEST;
  }

  /** Begins with short pauses again, because something moved. */
  void quicken() {
    next = SHORTEST;
  }
}
