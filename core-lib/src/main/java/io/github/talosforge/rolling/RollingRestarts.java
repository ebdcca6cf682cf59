package io.github.talosforge.rolling;

import io.github.talosforge.apply.RestartCare;
import io.github.talosforge.bootstrap.Deadline;
import io.github.talosforge.bootstrap.Pacing;
import io.github.talosforge.bootstrap.RebootCare;
import io.github.talosforge.bootstrap.SeenNode;
import io.github.talosforge.bootstrap.TalosFlow;
import io.github.talosforge.bootstrap.TalosFlowException;
import io.github.talosforge.bootstrap.TalosLog;
import io.github.talosforge.bootstrap.TalosOptions;
import io.github.talosforge.kubernetes.KubernetesException;
import io.github.talosforge.kubernetes.KubernetesNode;
import io.github.talosforge.kubernetes.KubernetesWriter;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.model.NodeRole;
import io.github.talosforge.observe.NodeVm;
import io.github.talosforge.plan.StopStartVm;
import io.github.talosforge.rolling.MemberRemoval.Going;
import io.github.talosforge.talos.EtcdMember;
import io.github.talosforge.talos.MachineStatus;
import io.github.talosforge.talos.TalosClient;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Has nodes stopped and started, or rebooted, while the cluster goes on: a control plane only while
 * all other members of etcd are well, every node without its pods, and the next one only when the
 * last is back.
 */
public final class RollingRestarts implements RestartCare, RebootCare {
  private final TalosFlow flow;
  private final TalosOptions options;
  private final TalosLog log;
  private final Pacing pacing;
  private final KubernetesWriter kubernetes;
  private final EtcdCheck etcd;
  private final NodeDrain drain;

  /**
   * Prepares to look after restarts; nothing is sent yet.
   *
   * @param client reaches the machines, with the cluster's credentials
   * @param flow looks at the machines
   * @param kubernetes the cluster's API, with the rights of an administrator
   * @param options how long each step may take
   * @param log hears what happens
   * @param pacing measures and spends time
   */
  public RollingRestarts(
      TalosClient client,
      TalosFlow flow,
      KubernetesWriter kubernetes,
      TalosOptions options,
      TalosLog log,
      Pacing pacing) {
    this.flow = flow;
    this.options = options;
    this.log = log;
    this.pacing = pacing;
    this.kubernetes = kubernetes;
    this.etcd = new EtcdCheck(client, flow, this::deadline);
    this.drain =
        new NodeDrain(
            kubernetes,
            new KubernetesNames(() -> flow.look().stream().map(Going::of).toList()),
            log,
            this::deadline,
            NodeDrain.Purpose.RESTART);
  }

  @Override
  public void restart(StopStartVm change, BooleanSupplier stopped, Runnable stopAndStart) {
    cycle(change.vm().node(), change.vm().mayBeControlPlane(), stopped, stopAndStart);
  }

  @Override
  public void reboot(NodeName node, NodeRole role, Runnable reboot) {
    try {
      cycle(node, role == NodeRole.CONTROL_PLANE, options.stopped(), () -> beginReboot(reboot));
    } catch (CancellationException e) {
      throw new TalosFlowException(
          "The run was asked to stop: " + node + " was not rebooted. Run it again to go on.",
          Map.of());
    }
  }

  private void beginReboot(Runnable reboot) {
    turn();
    reboot.run();
  }

  /** Takes a node down and waits until it is back; {@code work} does both. */
  private void cycle(NodeName node, boolean mayBeMember, BooleanSupplier stopped, Runnable work) {
    if (!etcd.exists()) {
      work.run();
      return;
    }
    List<SeenNode> seen = flow.look();
    requireOwnMachines(node, seen);
    awaitOtherMembers(node, mayBeMember, stopped);
    turn();
    Optional<KubernetesNode> before = drain.find(node);
    before.ifPresent(known -> drained(node, known, stopped));
    begin(node, work);
    boolean ready = before.filter(KubernetesNode::ready).isPresent();
    awaitReturn(node, ready, excused(node, seen, ready));
    if (mayBeMember) {
      awaitEtcd(
          etcd::complaints, () -> false, "etcd did not get well after " + node + " came back:");
    }
    drain.uncordon(node);
  }

  /**
   * Prepares the cluster for a node that goes away for a while: a control plane only while all
   * other members of etcd are well, and pods leave a node that still works. {@link
   * #finishInterrupted} lets it take pods again afterwards. The only control plane takes etcd with
   * it whatever is done, so nothing is asked of it.
   *
   * @param vm the node's VM
   * @param stopped whether nothing new may begin any more
   */
  public void letGo(NodeVm vm, BooleanSupplier stopped) {
    NodeName node = vm.node();
    boolean alone =
        vm.mayBeControlPlane()
            && flow.look().stream()
                .filter(seen -> seen.place().role() == NodeRole.CONTROL_PLANE)
                .allMatch(seen -> seen.name().equals(node));
    if (!alone && etcd.exists()) {
      requireOwnMachines(node, flow.look());
      try {
        awaitOtherMembers(node, vm.mayBeControlPlane(), stopped);
        turn();
        drain
            .find(node)
            .filter(KubernetesNode::ready)
            .ifPresent(known -> drained(node, known, stopped));
      } catch (CancellationException e) {
        throw new TalosFlowException(
            "The run was asked to stop: " + node + " stays. Run it again to go on.", Map.of());
      }
    }
  }

  /** How etcd is without the node, and when it is back, is what machines say at addresses. */
  private void requireOwnMachines(NodeName node, List<SeenNode> nodes) {
    flow.requireOwnMachines(
        nodes.stream()
            .filter(
                seen -> seen.name().equals(node) || seen.place().role() == NodeRole.CONTROL_PLANE)
            .toList(),
        node + " is not stopped, because other machines answer for nodes:");
  }

  /** Waits until all other members of etcd are well, if the node can be one. */
  void awaitOtherMembers(NodeName node, boolean mayBeMember, BooleanSupplier stopped) {
    if (mayBeMember) {
      awaitEtcd(() -> etcd.complaintsWithout(node), stopped, unwell(node));
    }
  }

  /** Waits until all members of etcd but one are well, which is known to be the node. */
  void awaitOtherMembers(NodeName node, EtcdMember member, BooleanSupplier stopped) {
    awaitEtcd(() -> etcd.complaintsWithout(node, member), stopped, unwell(node));
  }

  private static String unwell(NodeName node) {
    return node + " is not stopped, because etcd is not well:";
  }

  /** A node that is not stopped after all gets its pods back. */
  private void drained(NodeName node, KubernetesNode known, BooleanSupplier stopped) {
    drain.cordon(node, known);
    try {
      drain.empty(node, stopped);
    } catch (TalosFlowException | CancellationException e) {
      drain.uncordon(node);
      throw e;
    }
  }

  private void begin(NodeName node, Runnable stopAndStart) {
    try {
      stopAndStart.run();
    } catch (CancellationException e) {
      drain.uncordon(node);
      throw e;
    }
  }

  private void awaitEtcd(
      Supplier<Map<NodeName, String>> look, BooleanSupplier stopped, String failure) {
    Deadline deadline = deadline();
    Map<NodeName, String> told = Map.of();
    while (true) {
      Map<NodeName, String> complaints = look.get();
      if (complaints.isEmpty()) {
        return;
      }
      if (stopped.getAsBoolean()) {
        throw new CancellationException("The run was stopped");
      }
      if (deadline.isOver()) {
        throw new TalosFlowException(failure, complaints);
      }
      if (!complaints.equals(told)) {
        complaints.forEach(log::sees);
        told = complaints;
        if (isAnyOnDeadHost(complaints.keySet())) {
          throw new TalosFlowException(failure, complaints);
        }
      }
      deadline.pause();
    }
  }

  /** A host that is down does not come back for being waited for. */
  private boolean isAnyOnDeadHost(Set<NodeName> nodes) {
    return flow.look().stream()
        .anyMatch(node -> node.isOnDeadHost() && nodes.contains(node.name()));
  }

  /** What did not work before need not work afterwards: a restart can be meant to mend it. */
  private static Set<String> excused(NodeName node, List<SeenNode> before, boolean ready) {
    Set<String> excused = new HashSet<>();
    before.stream()
        .filter(seen -> seen.name().equals(node))
        .forEach(seen -> excused.addAll(seen.sighting().unmetNames()));
    if (!ready) {
      excused.add(MachineStatus.NODE_READY);
    }
    return excused;
  }

  /** Kubernetes hears late that a node went down; Talos itself says when it is up again. */
  private void awaitReturn(NodeName node, boolean ready, Set<String> excused) {
    Deadline deadline = deadline();
    while (true) {
      Optional<String> missing = missing(node, ready, excused);
      if (missing.isEmpty()) {
        return;
      }
      if (deadline.isOver()) {
        throw new TalosFlowException(
            "A node did not come back in time; it takes no pods until it does. Look at its console"
                + " in Proxmox VE, then run this again:",
            Map.of(node, missing.get()));
      }
      deadline.pause();
    }
  }

  private Optional<String> missing(NodeName name, boolean ready, Set<String> excused) {
    SeenNode seen =
        flow.look().stream().filter(node -> node.name().equals(name)).findFirst().orElseThrow();
    if (!seen.sighting().isWell(excused)) {
      return Optional.of(seen.words());
    }
    return ready && drain.find(name).filter(KubernetesNode::ready).isEmpty()
        ? Optional.of("Kubernetes does not find it ready")
        : Optional.empty();
  }

  /**
   * Lets the nodes take pods again that a run left without when it was interrupted. A cordon that
   * somebody else made stays, and so does everything while Kubernetes does not answer.
   *
   * @return the nodes
   */
  public List<NodeName> finishInterrupted() {
    Map<NodeName, KubernetesNode> left = new LinkedHashMap<>();
    try {
      kubernetes.nodes().stream()
          .filter(KubernetesNode::cordonedHere)
          .forEach(node -> left.put(NodeName.of(node.name()), node));
    } catch (KubernetesException e) {
      return List.of();
    }
    if (!left.isEmpty()) {
      boolean unused = options.takeTurn();
    }
    left.keySet().forEach(drain::uncordon);
    return List.copyOf(left.keySet());
  }

  /** A run whose turn is over begins nothing, and puts right what it began. */
  private void turn() {
    boolean unused = options.turn().getAsBoolean();
    if (options.stopped().getAsBoolean()) {
      throw new CancellationException("The run was stopped");
    }
  }

  private Deadline deadline() {
    return new Deadline(pacing, options);
  }
}
