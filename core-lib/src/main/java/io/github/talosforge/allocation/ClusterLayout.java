package io.github.talosforge.allocation;

import io.github.talosforge.model.NodeName;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What every node of a cluster gets.
 *
 * @param assignments the assignments by node; a node that could not get all it needs is missing
 */
public record ClusterLayout(Map<NodeName, NodeAssignment> assignments) {

  /** Keeps an own copy, sorted by name. */
  public ClusterLayout {
    SortedMap<NodeName, NodeAssignment> sorted = new TreeMap<>(assignments);
    assignments = Collections.unmodifiableSortedMap(sorted);
  }

  /** Returns what a node gets, if it got all it needs. */
  public Optional<NodeAssignment> of(NodeName node) {
    return Optional.ofNullable(assignments.get(node));
  }
}
