package io.github.talosforge.kubernetes;

import java.util.List;

/**
 * A node as Kubernetes knows it.
 *
 * @param name its name
 * @param addresses its internal addresses
 * @param ready whether its kubelet says that it is ready
 * @param message why not, in the kubelet's words
 * @param unschedulable whether it takes no new pods
 * @param cordonedHere whether that is so because of {@link KubernetesWriter#cordon}
 */
public record KubernetesNode(
    String name,
    List<String> addresses,
    boolean ready,
    String message,
    boolean unschedulable,
    boolean cordonedHere) {
  /** Keeps an own copy of the list. */
  public KubernetesNode {
    addresses = List.copyOf(addresses);
  }
}
