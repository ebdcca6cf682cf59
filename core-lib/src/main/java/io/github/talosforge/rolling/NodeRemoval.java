package io.github.talosforge.rolling;

import io.github.talosforge.bootstrap.TalosLog;
import io.github.talosforge.kubernetes.KubernetesException;
import io.github.talosforge.kubernetes.KubernetesNode;
import io.github.talosforge.kubernetes.KubernetesWriter;
import io.github.talosforge.model.NodeName;
import java.util.List;
import java.util.Set;

/**
 * Takes nodes out of Kubernetes whose machines are gone. What Kubernetes does not do now is told
 * with its command: the machines are gone either way.
 */
final class NodeRemoval {
  private final KubernetesWriter kubernetes;
  private final KubernetesNames names;
  private final TalosLog log;

  NodeRemoval(KubernetesWriter kubernetes, KubernetesNames names, TalosLog log) {
    this.kubernetes = kubernetes;
    this.names = names;
    this.log = log;
  }

  void remove(NodeName node) {
    try {
      names.find(node, kubernetes.nodes()).ifPresent(known -> remove(node, known));
    } catch (KubernetesException e) {
      warn(node, e);
    }
  }

  private void remove(NodeName node, KubernetesNode known) {
    if (kubernetes.deleteNode(known.name())) {
      log.does(node, "is taken out of Kubernetes");
    }
  }

  /** Removes those of the nodes that Kubernetes knows and does not find ready. */
  void removeDead(Set<NodeName> nodes) {
    try {
      List<KubernetesNode> all = kubernetes.nodes();
      for (NodeName node : nodes) {
        names.find(node, all).ifPresent(known -> removeIfDead(node, known));
      }
    } catch (KubernetesException e) {
      nodes.forEach(node -> warn(node, e));
    }
  }

  private void removeIfDead(NodeName node, KubernetesNode known) {
    if (known.ready()) {
      log.warns(
          node, "It has no VM, but Kubernetes still finds it ready. Run this again in a minute.");
    } else {
      remove(node, known);
    }
  }

  private void warn(NodeName node, KubernetesException e) {
    log.warns(
        node, "Kubernetes may still know it: kubectl delete node " + node + "\n" + e.getMessage());
  }
}
