package io.github.talosforge.model;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a node tells Kubernetes about itself.
 *
 * @param labels the node labels
 * @param annotations the node annotations
 * @param taints the taints, each {@code key=value:Effect} or {@code key:Effect}
 */
public record NodeRegistration(
    Map<String, String> labels, Map<String, String> annotations, List<String> taints) {

  /** Keeps own copies, sorted by name. */
  public NodeRegistration {
    labels = sorted(labels);
    annotations = sorted(annotations);
    taints = List.copyOf(taints);
  }

  private static SortedMap<String, String> sorted(Map<String, String> map) {
    return Collections.unmodifiableSortedMap(new TreeMap<>(map));
  }
}
