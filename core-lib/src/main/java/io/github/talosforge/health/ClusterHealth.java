package io.github.talosforge.health;

import io.github.talosforge.kubernetes.KubernetesReader;
import io.github.talosforge.talos.ManyNodes;
import java.util.ArrayList;
import java.util.List;

/** Looks at a whole cluster once. */
public final class ClusterHealth {
  private final List<CheckedNode> nodes;
  private final KubernetesReader kubernetes;
  private final boolean networked;

  /**
   * Prepares to look.
   *
   * @param nodes all nodes of the cluster
   * @param kubernetes its Kubernetes API
   * @param networked whether Talos installs the pod network; without one, nodes are never ready
   */
  public ClusterHealth(List<CheckedNode> nodes, KubernetesReader kubernetes, boolean networked) {
    this.nodes = List.copyOf(nodes);
    this.kubernetes = kubernetes;
    this.networked = networked;
  }

  /**
   * Makes all checks, each with its own verdict.
   *
   * @return what they said
   */
  public HealthReport look() {
    List<NodeFacts> facts = ManyNodes.ask(nodes, NodeFacts::of);
    List<CheckResult> results = new ArrayList<>();
    results.addAll(new TalosRules(facts, NodeFacts.alarms(facts), networked).results());
    results.addAll(new KubernetesRules(facts, KubernetesFacts.of(kubernetes), networked).results());
    results.sort((one, other) -> one.check().compareTo(other.check()));
    return new HealthReport(results);
  }
}
