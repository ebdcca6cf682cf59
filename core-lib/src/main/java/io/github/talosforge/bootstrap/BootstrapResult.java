package io.github.talosforge.bootstrap;

import io.github.talosforge.health.HealthReport;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.talos.TalosCounters;
import java.util.List;
import java.util.Optional;

/**
 * What came of bringing a cluster up.
 *
 * @param nodes what was done to each node
 * @param bootstrapped the control plane that began etcd in this run; empty when there was one
 * @param health the checks at the end
 * @param counters what was sent
 */
public record BootstrapResult(
    List<NodeOutcome> nodes,
    Optional<NodeName> bootstrapped,
    HealthReport health,
    TalosCounters counters) {
  /** Keeps an own copy of the list. */
  public BootstrapResult {
    nodes = List.copyOf(nodes);
  }
}
