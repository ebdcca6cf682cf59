package io.github.talosforge.gradle.tasks;

import io.github.talosforge.NodeStatus;
import io.github.talosforge.gradle.report.TalosConsole;
import io.github.talosforge.gradle.services.SharedSession;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.model.NodeRole;
import io.github.talosforge.model.NodeSpec;
import io.github.talosforge.observe.NodePart;
import io.github.talosforge.plan.Confirmation;
import io.github.talosforge.plan.DestroyVm;
import io.github.talosforge.plan.JoinedNodes;
import io.github.talosforge.plan.NodeVm;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.rolling.Departure;
import io.github.talosforge.secrets.SecretsBundle;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.gradle.api.provider.Property;
import org.gradle.api.tasks.Internal;
import org.gradle.api.tasks.UntrackedTask;
import org.gradle.api.tasks.options.Option;

/**
 * Destroys the VMs of a cluster, after its name was said; templates and images are kept, and data
 * VMs unless their end is asked for too. If control planes stay, pods leave the nodes before they
 * go, and a control plane leaves etcd.
 */
@UntrackedTask(because = "The live system is not known to Gradle")
public abstract class DestroyCluster extends TalosTask {
  /**
   * Takes {@code --confirm}.
   *
   * @param names names of clusters that may lose all VMs, or of nodes that may go
   */
  @Option(
      option = "confirm",
      description =
          "The cluster_name, to confirm that all may go; with --node or --exclude the names of the"
              + " nodes that go, with commas between.")
  public void confirm(List<String> names) {
    options().give("confirm", options().getConfirmations(), names);
  }

  /**
   * Returns whether protected VMs may be destroyed too.
   *
   * @return whether protection is lifted
   */
  @Internal
  @Option(option = "lift-protection", description = "Destroys protected VMs too.")
  public abstract Property<Boolean> getLiftProtection();

  /**
   * Returns whether data VMs are destroyed too, with all that they keep.
   *
   * @return whether the data goes
   */
  @Internal
  @Option(option = "with-data", description = "Destroys data VMs too, with all their data.")
  public abstract Property<Boolean> getWithData();

  @Override
  void machines(ClusterSpec cluster, SharedSession session) {
    Plan plan =
        session.planDestruction(
            selection(),
            getLiftProtection().getOrElse(false),
            getWithData().getOrElse(false),
            () -> joinedNodes(cluster, session));
    show(plan, plan.isEmpty() || plansOnly());
    refuseIfBlocked(plan);
    if (plansOnly()) {
      return;
    }
    if (!plan.isEmpty()) {
      requireConfirmation(Confirmation.of(plan, selection()), "Destroying");
      destroy(plan, cluster, session);
    } else {
      Set<NodeName> unseen = unseen(session.status());
      if (!unseen.isEmpty()) {
        requireConfirmation(Confirmation.of(cluster.name(), selection(), unseen), "Forgetting");
      }
      forgetMissing(cluster, List.of(), session);
    }
  }

  /** Returns what neither the files nor a VM name any more, which is known by its full name. */
  private Set<NodeName> unseen(List<NodeStatus> nodes) {
    Set<NodeName> known = nodes.stream().map(NodeStatus::node).collect(Collectors.toSet());
    return selection().exactNames().stream()
        .filter(node -> !known.contains(node))
        .collect(Collectors.toSet());
  }

  private JoinedNodes joinedNodes(ClusterSpec cluster, SharedSession session) {
    return knownSecrets(cluster)
        .map(secrets -> reach(session, secrets).joinedNodes())
        .orElseGet(
            () ->
                new JoinedNodes.Unknown(
                    "the cluster's secrets are not at " + shown(secretsPath().toString())));
  }

  private void destroy(Plan plan, ClusterSpec cluster, SharedSession session) {
    List<DestroyVm> ends =
        plan.changes(DestroyVm.class).stream()
            .filter(end -> end.vm().identity().part() == NodePart.SYSTEM)
            .toList();
    List<NodeVm> going = ends.stream().map(DestroyVm::vm).toList();
    forgetMissing(cluster, going, session);
    Optional<Departure> departure =
        goesOn(going, session) ? departure(cluster, going, session) : Optional.empty();
    refuseIfBlocked(session.withLocks(plan));
    Runnable lastLook = () -> refuseIfBlocked(session.withLocks(plan));
    departure.ifPresent(
        care -> stoppable(session, () -> care.prepare(ends, lastLook, session::isStopped)));
    apply(plan, session);
    departure.ifPresent(care -> stoppable(session, () -> care.forget(going)));
    showNodes(cluster, session, false);
  }

  /** An earlier run may have been interrupted after it had destroyed a VM. */
  private void forgetMissing(ClusterSpec cluster, List<NodeVm> going, SharedSession session) {
    List<NodeStatus> nodes = session.status();
    Set<NodeName> missing =
        nodes.stream()
            .filter(node -> node.state() == NodeStatus.State.MISSING)
            .map(NodeStatus::node)
            .filter(selection()::selects)
            .collect(Collectors.toSet());
    missing.addAll(unseen(nodes));
    missing.removeIf(node -> !isConfirmed(confirmation(cluster, node)));
    if (!missing.isEmpty() && goesOn(going, session)) {
      knownSecrets(cluster)
          .ifPresent(
              secrets -> stoppable(session, () -> care(secrets, session).forgetMissing(missing)));
    }
  }

  private Confirmation confirmation(ClusterSpec cluster, NodeName node) {
    return Confirmation.of(cluster.name(), selection(), Set.of(node));
  }

  /** Tells whether a control plane stays, for whose sake the others have to leave properly. */
  private boolean goesOn(List<NodeVm> going, SharedSession session) {
    return session.goesOnWithout(
        selection(), going.stream().map(NodeVm::node).collect(Collectors.toSet()));
  }

  private Optional<Departure> departure(
      ClusterSpec cluster, List<NodeVm> going, SharedSession session) {
    Optional<SecretsBundle> secrets = knownSecrets(cluster);
    if (secrets.isEmpty()) {
      Set<NodeName> workers =
          cluster.nodes().stream()
              .filter(node -> node.role() == NodeRole.WORKER)
              .map(NodeSpec::name)
              .collect(Collectors.toSet());
      // What a node was that the files no longer name, nobody knows.
      refuseBlind(
          going.stream().map(NodeVm::node).filter(node -> !workers.contains(node)).toList(),
          "destroyed",
          session);
      tellUndrained(going);
    }
    return secrets.map(known -> care(known, session));
  }

  private Departure care(SecretsBundle secrets, SharedSession session) {
    return reach(session, secrets)
        .departure(
            talosOptions(session),
            session.notes().heard(new TalosConsole(getLogger(), session.notes().said())));
  }

  private void tellUndrained(List<NodeVm> going) {
    if (!going.isEmpty()) {
      String nodes = going.stream().map(vm -> vm.node().value()).collect(Collectors.joining(", "));
      getLogger()
          .warn(
              "Without the cluster's secrets ({}) the pods of {} are not asked to leave, and"
                  + " Kubernetes keeps the nodes until somebody deletes them (kubectl delete"
                  + " node).",
              shown(secretsPath().toString()),
              nodes);
    }
  }
}
