package io.github.talosforge.apply;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * How a plan is carried out.
 *
 * @param parallel how many changes at a time; the client limits what a host or storage gets at once
 * @param taskTimeout how long one task of Proxmox may take before the run stops waiting for it
 * @param stopped whether nothing new may begin any more; what runs is left to finish
 */
public record ApplyOptions(int parallel, Duration taskTimeout, BooleanSupplier stopped) {
  /** Checks that work can be done at all. */
  public ApplyOptions {
    if (parallel < 1) {
      throw new IllegalArgumentException("at least one change at a time, not " + parallel);
    }
  }

  /**
   * Sixteen changes at a time, half an hour a task.
   *
   * @return the options
   */
  public static ApplyOptions defaults() {
    return new ApplyOptions(16, Duration.ofMinutes(30), () -> false);
  }
}
