package io.github.talosforge.rolling;

import io.github.talosforge.kubernetes.KubernetesNode;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.rolling.MemberRemoval.Going;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Finds nodes in Kubernetes. An adopted one can have joined under another host name, so one that
 * Kubernetes does not know by its name is looked for by its address.
 */
final class KubernetesNames {
  private final Supplier<List<Going>> nodes;

  /**
   * @param nodes all nodes with the places of their machines
   */
  KubernetesNames(Supplier<List<Going>> nodes) {
    this.nodes = nodes;
  }

  Optional<KubernetesNode> find(NodeName name, List<KubernetesNode> known) {
    return known.stream()
        .filter(node -> node.name().equals(name.value()))
        .findFirst()
        .or(() -> atItsAddress(name, known));
  }

  /** What has the name of another node is that node, wherever it is. */
  private Optional<KubernetesNode> atItsAddress(NodeName name, List<KubernetesNode> known) {
    List<Going> all = nodes.get();
    return all.stream()
        .filter(node -> node.name().equals(name))
        .flatMap(node -> node.endpoint().stream())
        .flatMap(place -> known.stream().filter(node -> node.addresses().contains(place.host())))
        .filter(node -> all.stream().noneMatch(each -> each.name().value().equals(node.name())))
        .findFirst();
  }
}
