package io.github.talosforge.operation;

import io.github.talosforge.NodeStatus;
import io.github.talosforge.apply.Outcome;
import io.github.talosforge.apply.RestartCare;
import io.github.talosforge.audit.Reason;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.model.NodeSpec;
import io.github.talosforge.observe.NodePart;
import io.github.talosforge.observe.NodeVm;
import io.github.talosforge.plan.Confirmation;
import io.github.talosforge.plan.DestroyVm;
import io.github.talosforge.plan.JoinedNodes;
import io.github.talosforge.plan.NodeSelection;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.rolling.Departure;
import io.github.talosforge.secrets.SecretsBundle;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Destroys VMs of nodes; templates and images stay, and data VMs unless their end is asked for too.
 * If control planes stay, pods leave the nodes before they go, and a control plane leaves etcd.
 */
final class Removal extends VmOperation {
  private final NodeSelection nodes;
  private final boolean liftProtection;
  private final boolean withData;

  Removal(ClusterRun run, NodeSelection nodes, boolean liftProtection, boolean withData) {
    super(run);
    this.nodes = nodes;
    this.liftProtection = liftProtection;
    this.withData = withData;
  }

  @Override
  Plan look() {
    return run.plans()
        .told(
            () ->
                run.session().planDestruction(nodes, liftProtection, withData, this::joinedNodes));
  }

  private JoinedNodes joinedNodes() {
    return run.keys()
        .known()
        .map(secrets -> run.inside().reach(secrets).joinedNodes())
        .orElseGet(
            () -> new JoinedNodes.Unknown("the cluster's secrets are not at " + run.keys().file()));
  }

  /** Without any VM, what only Kubernetes or etcd still knows is forgotten by the same words. */
  @Override
  Optional<Words> words(Plan plan) {
    if (!plan.isEmpty()) {
      return Optional.of(new Words(Confirmation.of(plan, nodes), "Destroying"));
    }
    Set<NodeName> unseen = unseen(run.status());
    return unseen.isEmpty()
        ? Optional.empty()
        : Optional.of(new Words(Confirmation.of(run.spec().name(), nodes, unseen), "Forgetting"));
  }

  /** Returns what neither the files nor a VM name any more, which is known by its full name. */
  private Set<NodeName> unseen(List<NodeStatus> seen) {
    Set<NodeName> known = seen.stream().map(NodeStatus::node).collect(Collectors.toSet());
    return nodes.exactNames().stream()
        .filter(node -> !known.contains(node))
        .collect(Collectors.toSet());
  }

  @Override
  Result carryOut(Plan plan, RunListener listener) {
    List<DestroyVm> ends =
        plan.changes(DestroyVm.class).stream()
            .filter(end -> end.vm().identity().part() == NodePart.SYSTEM)
            .toList();
    List<NodeVm> going = ends.stream().map(DestroyVm::vm).toList();
    forgetMissing(going, listener);
    if (plan.isEmpty()) {
      return Result.NOTHING;
    }
    Optional<Departure> departure = goesOn(going) ? departure(going, listener) : Optional.empty();
    OperationException.refuseIfBlocked(run.plans().withLocks(plan));
    departure.ifPresent(
        care ->
            Reason.here()
                .then("leave")
                .run(
                    () ->
                        care.prepare(
                            ends,
                            () -> OperationException.refuseIfBlocked(run.plans().withLocks(plan)),
                            run::ends)));
    List<Outcome> outcomes = run.apply(plan, RestartCare.NONE, listener);
    if (nodes.isAll()) {
      run.lock().goesWithTheCluster();
    }
    departure.ifPresent(care -> Reason.here().then("forget").run(() -> care.forget(going)));
    if (!nodes.isAll()) {
      tellLines(going, listener);
    }
    return new Result(outcomes, List.of());
  }

  /** What stays in the files is made again. */
  private void tellLines(List<NodeVm> gone, RunListener listener) {
    for (NodeSpec node : run.spec().nodes()) {
      if (gone.stream().anyMatch(vm -> vm.node().equals(node.name()))) {
        String place = String.valueOf(node.provenance().nearest("name"));
        listener.tells(
            node.pool()
                    .map(
                        member ->
                            "Lower the count of pool %s by one (%s), which leaves out its last node,"
                                .formatted(member.pool(), place))
                    .orElseGet(() -> "Delete %s from the files (%s),".formatted(node.name(), place))
                + " or the next provisionNodes makes "
                + node.name()
                + " again.");
      }
    }
  }

  /** An earlier run may have been interrupted after it had destroyed a VM. */
  private void forgetMissing(List<NodeVm> going, RunListener listener) {
    List<NodeStatus> seen = run.status();
    Set<NodeName> missing =
        seen.stream()
            .filter(node -> node.state() == NodeStatus.State.MISSING)
            .map(NodeStatus::node)
            .filter(nodes::selects)
            .collect(Collectors.toSet());
    missing.addAll(unseen(seen));
    missing.removeIf(
        node ->
            !Confirmation.of(run.spec().name(), nodes, Set.of(node))
                .isGiven(run.terms().confirmations()));
    if (!missing.isEmpty() && goesOn(going)) {
      boolean unused = run.lock().require();
      run.keys()
          .known()
          .ifPresent(
              secrets ->
                  Reason.here()
                      .then("forget")
                      .run(() -> care(secrets, listener).forgetMissing(missing)));
    }
  }

  /** Tells whether a control plane stays, for whose sake the others have to leave properly. */
  private boolean goesOn(List<NodeVm> going) {
    return run.goesOnWithout(nodes, going.stream().map(NodeVm::node).collect(Collectors.toSet()));
  }

  private Optional<Departure> departure(List<NodeVm> going, RunListener listener) {
    Optional<SecretsBundle> secrets = run.keys().known();
    if (secrets.isEmpty()) {
      run.keys()
          .refuseBlind(
              going.stream().filter(NodeVm::mayBeControlPlane).map(NodeVm::node).toList(),
              "destroyed");
      tellUndrained(going, listener);
    }
    return secrets.map(known -> care(known, listener));
  }

  private Departure care(SecretsBundle secrets, RunListener listener) {
    return run.inside()
        .reach(secrets)
        .departure(
            run.inside().options(nodes, /* allowReboots= */ false), run.inside().heard(listener));
  }

  private void tellUndrained(List<NodeVm> going, RunListener listener) {
    if (!going.isEmpty()) {
      listener.warns(
          "Without the cluster's secrets (%s) the pods of %s are not asked to leave, and Kubernetes keeps the nodes until somebody deletes them (kubectl delete node)."
              .formatted(
                  run.keys().file(),
                  going.stream().map(vm -> vm.node().value()).collect(Collectors.joining(", "))));
    }
  }
}
