package io.github.talosforge.bootstrap;

import java.time.Duration;
import java.util.Map;

/** The time that one step has, and the pauses in it. */
public final class Deadline {
  private static final Duration SHORTEST = Duration.ofMillis(20);
  private static final Duration LONGEST = Duration.ofSeconds(3);

  private final Pacing pacing;
  private final TalosOptions options;
  private final long begun;
  private Duration next = SHORTEST;

  /**
   * Begins to count.
   *
   * @param pacing measures and spends time
   * @param options say how long the step may take, and whether it shall stop
   */
  public Deadline(Pacing pacing, TalosOptions options) {
    this.pacing = pacing;
    this.options = options;
    this.begun = pacing.nanos();
  }

  /**
   * Tells whether the time is over.
   *
   * @return whether nothing more should be tried
   */
  public boolean isOver() {
    return hasLasted(options.patience());
  }

  /** Tells whether the step has taken so long already. */
  boolean hasLasted(Duration time) {
    return pacing.nanos() - begun >= time.toNanos();
  }

  /** Waits for a certain time. */
  void pause(Duration time) {
    options.endIfStopped();
    try {
      pacing.pause(time);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new TalosFlowException("The run was interrupted; the next one continues.", Map.of());
    }
  }

  /** Waits a little, longer each time: what has just begun is often over soon. */
  public void pause() {
    pause(next);
    Duration longer = next.multipliedBy(3).dividedBy(2);
    next = longer.compareTo(LONGEST) < 0 ? longer : LONGEST;
  }

  /** Begins with short pauses again, because something moved. */
  void quicken() {
    next = SHORTEST;
  }
}
