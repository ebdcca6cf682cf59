package io.github.talosforge.health;

import io.github.talosforge.kubernetes.KubernetesNode;
import io.github.talosforge.kubernetes.KubernetesPod;
import io.github.talosforge.kubernetes.Replicas;
import io.github.talosforge.talos.TalosResource;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** The checks that need Kubernetes. */
final class KubernetesRules {
  static final List<String> COMPONENTS =
      List.of("kube-apiserver", "kube-controller-manager", "kube-scheduler");

  private static final String NO_NETWORK = "Talos installs no pod network here";

  private final List<CheckedNode> nodes;
  private final List<NodeFacts> controlPlanes;
  private final KubernetesFacts facts;
  private final boolean networked;

  KubernetesRules(List<NodeFacts> nodes, KubernetesFacts facts, boolean networked) {
    this.nodes = nodes.stream().map(NodeFacts::node).toList();
    this.controlPlanes = nodes.stream().filter(each -> each.node().isControlPlane()).toList();
    this.facts = facts;
    this.networked = networked;
  }

  List<CheckResult> results() {
    return List.of(
        nodesJoined(),
        staticPods(),
        controlPlane(),
        needingNetwork(nodesReady()),
        replicas(HealthCheck.KUBE_PROXY, facts.proxy(), "kube-proxy is not used"),
        needingNetwork(replicas(HealthCheck.COREDNS, facts.dns(), "CoreDNS is not used")),
        schedulable());
  }

  private CheckResult needingNetwork(CheckResult result) {
    return networked
            || result.state() == CheckResult.State.PASSED
            || facts.nodes().value().isEmpty()
        ? result
        : new CheckResult(result.check(), CheckResult.State.SKIPPED, NO_NETWORK);
  }

  private CheckResult nodesJoined() {
    return new Verdicts(HealthCheck.NODES_JOINED)
        .judge(
            "Kubernetes",
            facts.nodes(),
            joined ->
                nodes.stream()
                    .map(node -> complaint(node, joined))
                    .filter(complaint -> !complaint.isEmpty())
                    .collect(Collectors.joining("; ")))
        .result();
  }

  private static String complaint(CheckedNode node, List<KubernetesNode> joined) {
    Optional<KubernetesNode> found =
        joined.stream().filter(each -> each.name().equals(node.name().value())).findFirst();
    if (found.isEmpty()) {
      return node.name() + " has not joined";
    }
    return found.get().addresses().contains(node.address())
        ? ""
        : node.name() + " has " + found.get().addresses() + " and not " + node.address();
  }

  private CheckResult staticPods() {
    Verdicts verdicts = new Verdicts(HealthCheck.STATIC_PODS);
    for (NodeFacts each : controlPlanes) {
      verdicts.judge(
          each.node().name().value(),
          each.staticPods(),
          pods ->
              COMPONENTS.stream()
                  .filter(component -> !hasPod(pods, component))
                  .map(component -> "has no " + component)
                  .collect(Collectors.joining("; ")));
    }
    return verdicts.result();
  }

  private static boolean hasPod(List<TalosResource> pods, String component) {
    return pods.stream().anyMatch(pod -> pod.id().startsWith("kube-system/" + component));
  }

  private CheckResult controlPlane() {
    Verdicts verdicts = new Verdicts(HealthCheck.CONTROL_PLANE);
    for (String component : COMPONENTS) {
      verdicts.judge(
          component,
          facts.controlPlane(),
          pods -> {
            long ready =
                pods.stream()
                    .filter(pod -> pod.application().equals(component))
                    .filter(KubernetesPod::ready)
                    .count();
            return ready == controlPlanes.size()
                ? ""
                : ready + " of " + controlPlanes.size() + " ready";
          });
    }
    return verdicts.result();
  }

  private CheckResult nodesReady() {
    return about(
        HealthCheck.NODES_READY, node -> !node.ready(), node -> "is not ready, " + node.message());
  }

  private CheckResult schedulable() {
    return about(HealthCheck.SCHEDULABLE, KubernetesNode::unschedulable, node -> "is cordoned");
  }

  private CheckResult about(
      HealthCheck check, Predicate<KubernetesNode> wrong, Function<KubernetesNode, String> words) {
    return new Verdicts(check)
        .judge(
            "Kubernetes",
            facts.nodes(),
            joined ->
                joined.stream()
                    .filter(wrong)
                    .map(node -> node.name() + " " + words.apply(node))
                    .collect(Collectors.joining("; ")))
        .result();
  }

  private static CheckResult replicas(
      HealthCheck check, Known<Optional<Replicas>> known, String unused) {
    Verdicts verdicts = new Verdicts(check);
    if (known.value().filter(Optional::isEmpty).isPresent()) {
      return verdicts.skipped(unused);
    }
    return verdicts
        .judge(
            "Kubernetes",
            known,
            found -> found.filter(set -> !set.complete()).map(Replicas::toString).orElse(""))
        .result();
  }
}
