package io.github.talosforge.bootstrap;

import io.github.talosforge.bootstrap.FormerNodes.Suspicion;
import io.github.talosforge.finding.Finding;
import io.github.talosforge.finding.FindingReport;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.plan.BeginEtcd;
import io.github.talosforge.plan.ChangeId;
import io.github.talosforge.plan.PlanFinding;
import io.github.talosforge.plan.TalosChange;
import io.github.talosforge.talos.ManyNodes;
import io.github.talosforge.talos.TalosClient;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Plans whether etcd is begun. */
final class EtcdPlanning {
  private final TalosClient client;
  private final Supplier<List<SeenNode>> unlisted;

  EtcdPlanning(TalosClient client, Supplier<List<SeenNode>> unlisted) {
    this.client = client;
    this.unlisted = unlisted;
  }

  /**
   * Whether etcd is begun, and what forbids it.
   *
   * @param change the beginning, if there is one
   * @param findings who may have etcd already
   */
  record Beginning(Optional<TalosChange> change, FindingReport findings) {
    static final Beginning NONE = new Beginning(Optional.empty(), FindingReport.empty());
  }

  /**
   * etcd is begun when no control plane has it, which each of them has to say or be new for.
   *
   * @param nodes all nodes
   * @param unborn tells of nodes that have not been started yet
   * @param changes what is done before
   */
  Beginning plan(List<SeenNode> nodes, Predicate<NodeName> unborn, List<TalosChange> changes) {
    List<SeenNode> controlPlanes = nodes.stream().filter(SeenNode::isControlPlane).toList();
    boolean known =
        controlPlanes.stream()
            .allMatch(
                node -> unborn.test(node.name()) || node.isMaintenance() || node.isConfigured());
    if (!known
        || !ManyNodes.ask(controlPlanes, node -> EtcdTrace.of(client, node)).stream()
            .allMatch(EtcdTrace::denies)) {
      return Beginning.NONE;
    }
    Map<NodeName, Suspicion> suspects = new FormerNodes(client, unlisted.get()).suspects();
    return suspects.isEmpty()
        ? new Beginning(begin(controlPlanes, changes), FindingReport.empty())
        : new Beginning(Optional.empty(), FindingReport.of(findings(suspects)));
  }

  private static List<Finding> findings(Map<NodeName, Suspicion> suspects) {
    List<Finding> findings = new ArrayList<>();
    suspects.forEach(
        (node, suspicion) ->
            findings.add(
                PlanFinding.ETCD_MAY_EXIST.finding(
                    "No control plane of the files has etcd, but "
                        + node
                        + ", another VM of this cluster, may have it: "
                        + suspicion.words(),
                    suspicion.advice())));
    return findings;
  }

  private static Optional<TalosChange> begin(
      List<SeenNode> controlPlanes, List<TalosChange> changes) {
    Set<NodeName> names = controlPlanes.stream().map(SeenNode::name).collect(Collectors.toSet());
    Set<ChangeId> before =
        changes.stream()
            .filter(change -> names.contains(change.node()))
            .map(TalosChange::id)
            .collect(Collectors.toSet());
    return names.stream().min(Comparator.naturalOrder()).map(node -> BeginEtcd.of(node, before));
  }
}
