package io.github.talosforge.releases;

import java.util.List;
import java.util.stream.Collectors;

/**
 * How a cluster gets from what it runs to what its files want.
 *
 * @param steps the upgrades, in order; as far as nothing is in the way
 * @param obstacles what would be refused, in sentences
 */
public record UpgradeWay(List<UpgradeStep> steps, List<String> obstacles) {
  /** Keeps own copies of the lists. */
  public UpgradeWay {
    steps = List.copyOf(steps);
    obstacles = List.copyOf(obstacles);
  }

  /** Says the steps in words, such as {@code Talos v1.13.10, then Kubernetes v1.36.2}. */
  public String words() {
    return steps.stream().map(UpgradeStep::words).collect(Collectors.joining(", then "));
  }
}
