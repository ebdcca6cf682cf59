package io.github.talosforge.allocation;

import io.github.talosforge.finding.FindingReport;
import java.util.List;

/**
 * The result of laying out a cluster.
 *
 * @param layout what every node gets
 * @param pins the lines that keep what was chosen
 * @param report what went wrong or is worth knowing; with errors the layout is incomplete
 */
public record Allocation(ClusterLayout layout, List<PinLine> pins, FindingReport report) {

  /** Keeps an own copy of the list. */
  public Allocation {
    pins = List.copyOf(pins);
  }
}
