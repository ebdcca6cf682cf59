package io.github.talosforge.simulator.world;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An HA group of release 8.
 *
 * @param group its name
 * @param nodes its hosts with their priorities
 * @param restricted whether its VMs run nowhere else
 * @param nofailback whether VMs stay where they are when a better host returns
 * @param comment its comment
 */
public record HaGroup(
    String group,
    Map<String, Integer> nodes,
    boolean restricted,
    boolean nofailback,
    @Nullable String comment) {
  /** Copies the map. */
  public HaGroup {
    nodes = Map.copyOf(nodes);
  }
}
