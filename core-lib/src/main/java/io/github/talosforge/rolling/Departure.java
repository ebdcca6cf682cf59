package io.github.talosforge.rolling;

import io.github.talosforge.bootstrap.Deadline;
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
import io.github.talosforge.talos.EtcdMember;
import io.github.talosforge.talos.Sighting;
import io.github.talosforge.talos.TalosClient;
import io.github.talosforge.talos.TalosEndpoint;
import io.github.talosforge.talos.TalosException;
import io.github.talosforge.talos.TalosNode;
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

  /** The control planes that stay; empty where no cluster goes on. */
  private List<SeenNode> staying = List.of();

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
    staying = others;
    if (!idle) {
      letGo(oneMember(going), running, stopped);
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

  private Map<NodeVm, EtcdMember> oneMember(List<NodeVm> going) {
    Map<NodeVm, EtcdMember> members = members(going);
    if (members.size() > 1) {
      Map<NodeName, String> several = new LinkedHashMap<>();
      members.keySet().forEach(vm -> several.put(vm.node(), "is a member of etcd"));
      throw new TalosFlowException(
          "Control planes leave a cluster one at a time, so nothing was destroyed. Destroy one of"
              + " them, wait until healthCluster is content, then the next:",
          several);
    }
    return members;
  }

  private void letGo(
      Map<NodeVm, EtcdMember> members, List<NodeName> running, BooleanSupplier stopped) {
    try {
      members.keySet().forEach(vm -> awaitOthers(vm, stopped));
      drain.empty(running, stopped);
      members.forEach((vm, member) -> leave(vm, member, stopped));
    } catch (TalosFlowException e) {
      drain.giveBack(running);
      throw e;
    } catch (CancellationException e) {
      drain.giveBack(running);
      throw new TalosFlowException(
          "The run was asked to stop: nothing was destroyed. Run it again to go on.", Map.of());
    }
  }

  private void awaitOthers(NodeVm vm, BooleanSupplier stopped) {
    care.awaitOtherMembers(vm.node(), NodeRole.CONTROL_PLANE, stopped);
  }

  private Map<NodeVm, EtcdMember> members(List<NodeVm> vms) {
    Map<NodeVm, EtcdMember> members = new LinkedHashMap<>();
    List<NodeVm> perhaps = vms.stream().filter(vm -> !workers.contains(vm.node())).toList();
    List<EtcdMember> all = perhaps.isEmpty() ? List.of() : members();
    perhaps.forEach(
        vm ->
            all.stream()
                .filter(member -> member.hostname().equals(vm.node().value()))
                .forEach(member -> members.put(vm, member)));
    return members;
  }

  private void leave(NodeVm vm, EtcdMember member, BooleanSupplier stopped) {
    // Pods can take long to leave.
    awaitOthers(vm, stopped);
    log.does(vm.node(), "leaves etcd");
    if (!leavesByItself(vm, member)) {
      remove(vm.node(), member);
    }
    Deadline deadline = new Deadline(pacing, options);
    while (members().stream().anyMatch(known -> known.id() == member.id())) {
      if (deadline.isOver()) {
        throw new TalosFlowException(
            "A control plane did not leave etcd, so its VM was not destroyed. Run again:",
            Map.of(vm.node(), "the other members still know it"));
      }
      deadline.pause();
    }
  }

  /** Another machine can have the address by now; only the member itself is told to leave. */
  private boolean leavesByItself(NodeVm vm, EtcdMember member) {
    Optional<TalosEndpoint> endpoint = endpoint(vm);
    if (endpoint.filter(this::isOurs).isEmpty()) {
      return false;
    }
    try (TalosNode machine = client.node(endpoint.get())) {
      if (machine.etcdStatus().memberId() != member.id()) {
        return false;
      }
      machine.leaveEtcd();
      return true;
    } catch (TalosException e) {
      log.sees(vm.node(), String.valueOf(e.getMessage()));
      return false;
    }
  }

  private boolean isOurs(TalosEndpoint endpoint) {
    return client.look(endpoint).kind() == Sighting.Kind.CONFIGURED;
  }

  private Optional<TalosEndpoint> endpoint(NodeVm vm) {
    return flow.look().stream()
        .filter(node -> node.name().equals(vm.node()))
        .findFirst()
        .flatMap(node -> node.place().endpoint())
        .or(() -> vm.address().map(address -> TalosEndpoint.of(address.toString())));
  }

  private void remove(NodeName node, EtcdMember member) {
    try (TalosNode machine = client.node(teller().place().endpoint().orElseThrow())) {
      machine.removeEtcdMember(member.id());
    } catch (TalosException e) {
      if (e.kind() != TalosException.Kind.NOT_FOUND) {
        throw new TalosFlowException(
            "A control plane could not be taken out of etcd; take it out with talosctl --nodes %s"
                    .formatted(teller().name())
                + " etcd remove-member %016x:".formatted(member.id()),
            Map.of(node, String.valueOf(e.getMessage())));
      }
    }
  }

  private List<EtcdMember> members() {
    SeenNode teller = teller();
    try (TalosNode machine = client.node(teller.place().endpoint().orElseThrow())) {
      return machine.etcdMembers();
    } catch (TalosException e) {
      throw new TalosFlowException(
          "Nobody tells the members of etcd. Run again when the control planes that stay are well:",
          Map.of(teller.name(), String.valueOf(e.getMessage())));
    }
  }

  private SeenNode teller() {
    return staying.stream()
        .filter(node -> node.sighting().kind() == Sighting.Kind.CONFIGURED)
        .findFirst()
        .orElseThrow(
            () -> {
              Map<NodeName, String> seen = new LinkedHashMap<>();
              staying.forEach(node -> seen.put(node.name(), node.words()));
              return new TalosFlowException(
                  "None of the control planes that stay answers. Run where they can be reached:",
                  seen);
            });
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
    if (staying.isEmpty()) {
      return;
    }
    members(gone).forEach((vm, member) -> remove(vm.node(), member));
    gone.forEach(vm -> removal.remove(vm.node()));
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
