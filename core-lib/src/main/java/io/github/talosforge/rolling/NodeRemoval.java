package io.github.talosforge.rolling;

import io.github.talosforge.bootstrap.TalosLog;
import io.github.talosforge.kubernetes.KubernetesException;
import io.github.talosforge.kubernetes.KubernetesNode;
import io.github.talosforge.kubernetes.KubernetesWriter;
import io.github.talosforge.model.NodeName;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Takes nodes out of Kubernetes whose machines are gone. What Kubernetes does not do now is told
 * with its command: the machines are gone either way.
 */
final class NodeRemoval {
  private final KubernetesWriter kubernetes;
  private final TalosLog log;

  NodeRemoval(KubernetesWriter kubernetes, TalosLog log) {
    this.kubernetes = kubernetes;
    this.log = log;
  }

  void remove(NodeName node) {
    try {
      if (kubernetes.deleteNode(node.value())) {
        log.does(node, "is taken out of Kubernetes");
      }
    } catch (KubernetesException e) {
      warn(node, e);
    }
  }

  /** Removes those of the nodes that Kubernetes knows and does not find ready. */
  void removeDead(Set<NodeName> nodes) {
    try {
      Map<String, Boolean> ready =
          kubernetes.nodes().stream()
              .collect(Collectors.toMap(KubernetesNode::name, KubernetesNode::ready));
      for (NodeName node : nodes) {
        boolean alive = ready.getOrDefault(node.value(), false);
        if (alive) {
          log.warns(
              node,
              "It has no VM, but Kubernetes still finds it ready. Run this again in a minute.");
        } else if (ready.containsKey(node.value())) {
          remove(node);
        }
      }
    } catch (KubernetesException e) {
      nodes.forEach(node -> warn(node, e));
    }
  }

  private void warn(NodeName node, KubernetesException e) {
    log.warns(
        node, "Kubernetes may still know it: kubectl delete node " + node + "\n" + e.getMessage());
  }
}
