package io.github.talosforge.simulator.world;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An HA rule of release 9.
 *
 * @param rule its name
 * @param type node-affinity or resource-affinity
 * @param resources the service ids
 * @param nodes the hosts with their priorities (node-affinity)
 * @param strict whether other hosts are out of the question (node-affinity)
 * @param affinity positive or negative (resource-affinity)
 * @param disabled whether it is switched off
 * @param comment its comment
 */
public record HaRule(
    String rule,
    String type,
    List<String> resources,
    Map<String, Integer> nodes,
    boolean strict,
    @Nullable String affinity,
    boolean disabled,
    @Nullable String comment) {
  /** Copies the collections. */
  public HaRule {
    resources = List.copyOf(resources);
    nodes = Map.copyOf(nodes);
  }

  /**
   * The same rule for other resources.
   *
   * @param other the service ids
   * @return the rule
   */
  public HaRule withResources(List<String> other) {
    return new HaRule(rule, type, other, nodes, strict, affinity, disabled, comment);
  }
}
