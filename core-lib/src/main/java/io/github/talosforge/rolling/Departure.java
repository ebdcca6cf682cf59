package io.github.talosforge.rolling;

import io.github.talosforge.bootstrap.Pacing;
import io.github.talosforge.bootstrap.SeenNode;
import io.github.talosforge.bootstrap.TalosFlow;
import io.github.talosforge.bootstrap.TalosFlowException;
import io.github.talosforge.bootstrap.TalosLog;
import io.github.talosforge.bootstrap.TalosOptions;
import io.github.talosforge.kubernetes.KubernetesWriter;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.model.NodeRole;
import io.github.talosforge.plan.DestroyVm;
import io.github.talosforge.plan.NodeVm;
import io.github.talosforge.rolling.MemberRemoval.Going;
import io.github.talosforge.talos.EtcdMember;
import io.github.talosforge.talos.TalosClient;
import io.github.talosforge.talos.TalosEndpoint;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/**
 * Lets nodes leave a cluster that goes on without them. A member of etcd that is merely destroyed
 * counts for the quorum for ever, and the next failure takes the cluster down.
 */
public final class Departure {
  private final TalosClient client;
  private final TalosFlow flow;
  private final RollingRestarts care;
  private final TalosOptions options;
  private final TalosLog log;
  private final Pacing pacing;
  private final EtcdCheck etcd;
  private final LastDrain drain;
  private final NodeRemoval removal;

  /** Asks the control planes that stay; empty where no cluster goes on. */
  private Optional<MemberRemoval> goesOn = Optional.empty();

  /** The nodes that the files call workers. */
  private Set<NodeName> workers = Set.of();

  /**
   * Prepares to look after nodes that go; nothing is sent yet.
   *
   * @param client reaches the machines, with the cluster's credentials
   * @param flow looks at the machines
   * @param care waits until etcd is well
   * @param kubernetes the cluster's API, with the rights of an administrator
   * @param options how long each step may take
   * @param log hears what happens
   * @param pacing measures and spends time
   */
  public Departure(
      TalosClient client,
      TalosFlow flow,
      RollingRestarts care,
      KubernetesWriter kubernetes,
      TalosOptions options,
      TalosLog log,
      Pacing pacing) {
    this.client = client;
    this.flow = flow;
    this.care = care;
    this.options = options;
    this.log = log;
    this.pacing = pacing;
    this.etcd = new EtcdCheck(client, flow);
    this.drain = new LastDrain(kubernetes, log, options, pacing);
    this.removal = new NodeRemoval(kubernetes, log);
  }

  /**
   * Prepares the cluster for VMs that are about to be destroyed: their pods leave, and a control
   * plane leaves etcd, only while all other members are well. Where no control plane stays, or etcd
   * was never begun, there is nothing to look after. A VM that does not run has no pods to give
   * away. Whether a node is a member is asked of etcd unless the files call it a worker, because
   * they may not name the node any more.
   *
   * @param ends the VMs that are about to be destroyed
   * @param stopped whether nothing new may begin any more
   * @throws TalosFlowException if the cluster cannot do without them now; nothing may be destroyed
   *     then, and all nodes take pods again
   */
  public void prepare(List<DestroyVm> ends, BooleanSupplier stopped) {
    List<NodeVm> going = ends.stream().map(DestroyVm::vm).toList();
    Set<NodeName> names = going.stream().map(NodeVm::node).collect(Collectors.toSet());
    List<SeenNode> seen = flow.look();
    List<SeenNode> others =
        seen.stream()
            .filter(node -> node.place().role() == NodeRole.CONTROL_PLANE)
            .filter(node -> !names.contains(node.name()))
            .toList();
    workers =
        seen.stream()
            .filter(node -> node.place().role() == NodeRole.WORKER)
            .map(SeenNode::name)
            .collect(Collectors.toSet());
    List<NodeName> running =
        ends.stream().filter(DestroyVm::running).map(end -> end.vm().node()).toList();
    boolean idle = running.isEmpty() && workers.containsAll(names);
    if (others.isEmpty() || (!idle && !etcdExists())) {
      return;
    }
    goesOn = Optional.of(new MemberRemoval(client, options, log, pacing, others));
    if (!idle) {
      letGo(goesOn.get(), oneMember(goesOn.get(), going), running, stopped);
    }
  }

  private boolean etcdExists() {
    try {
      return etcd.exists();
    } catch (TalosFlowException e) {
      throw new TalosFlowException(
          "Nobody can tell whether etcd runs, so nothing was destroyed. Run where the control planes"
              + " can be reached; a worker whose VM is off is destroyed without them:",
          e.lastSeen());
    }
  }

  private Map<Going, EtcdMember> oneMember(MemberRemoval etcd, List<NodeVm> vms) {
    List<Going> perhaps = perhaps(vms);
    if (perhaps.isEmpty()) {
      return Map.of();
    }
    MemberRemoval.Found found = etcd.find(perhaps);
    if (found.members().size() > 1) {
      Map<NodeName, String> several = new LinkedHashMap<>();
      found.members().keySet().forEach(node -> several.put(node.name(), "is a member of etcd"));
      throw new TalosFlowException(
          "Control planes leave a cluster one at a time, so nothing was destroyed. Destroy one of"
              + " them, wait until healthCluster is content, then the next:",
          several);
    }
    etcd.refuseUnknown(perhaps, found);
    return found.members();
  }

  private List<Going> perhaps(List<NodeVm> vms) {
    return vms.stream()
        .filter(vm -> !workers.contains(vm.node()))
        .map(vm -> new Going(vm.node(), endpoint(vm)))
        .toList();
  }

  private void letGo(
      MemberRemoval etcd,
      Map<Going, EtcdMember> members,
      List<NodeName> running,
      BooleanSupplier stopped) {
    try {
      members.keySet().forEach(node -> awaitOthers(node, stopped));
      drain.empty(running, stopped);
      // Pods can take long to leave, so the others are asked again.
      members.forEach(
          (node, member) -> {
            awaitOthers(node, stopped);
            etcd.leave(node, member);
          });
    } catch (TalosFlowException e) {
      drain.giveBack(running);
      throw e;
    } catch (CancellationException e) {
      drain.giveBack(running);
      throw new TalosFlowException(
          "The run was asked to stop: nothing was destroyed. Run it again to go on.", Map.of());
    }
  }

  private void awaitOthers(Going node, BooleanSupplier stopped) {
    care.awaitOtherMembers(node.name(), NodeRole.CONTROL_PLANE, stopped);
  }

  private Optional<TalosEndpoint> endpoint(NodeVm vm) {
    return flow.look().stream()
        .filter(node -> node.name().equals(vm.node()))
        .findFirst()
        .flatMap(node -> node.place().endpoint())
        .or(() -> vm.address().map(address -> TalosEndpoint.of(address.toString())));
  }

  /**
   * Takes nodes out of etcd and Kubernetes whose VMs are destroyed, if the cluster goes on: a
   * machine that left etcd joins it again when it starts anew before its end. What Kubernetes does
   * not do now is told with its command: the VMs are gone either way.
   *
   * @param gone the VMs that were destroyed
   * @throws TalosFlowException if etcd keeps a member that is gone
   */
  public void forget(List<NodeVm> gone) {
    goesOn.ifPresent(
        etcd -> {
          List<Going> members = perhaps(gone);
          if (!members.isEmpty()) {
            etcd.find(members)
                .members()
                .forEach((node, member) -> etcd.remove(node.name(), member));
          }
          gone.forEach(vm -> removal.remove(vm.node()));
        });
  }

  /**
   * Takes nodes out of Kubernetes whose VMs an earlier run destroyed before it was interrupted. One
   * that Kubernetes still finds ready is left alone: somebody runs it.
   *
   * @param missing nodes that have no VM
   */
  public void forgetMissing(Set<NodeName> missing) {
    removal.removeDead(missing);
  }
}
