package io.github.talosforge.rolling;

import io.github.talosforge.bootstrap.Deadline;
import io.github.talosforge.bootstrap.EtcdSearch;
import io.github.talosforge.bootstrap.Pacing;
import io.github.talosforge.bootstrap.QuorumLook;
import io.github.talosforge.bootstrap.SeenNode;
import io.github.talosforge.bootstrap.TalosFlow;
import io.github.talosforge.bootstrap.TalosFlowException;
import io.github.talosforge.bootstrap.TalosLog;
import io.github.talosforge.bootstrap.TalosOptions;
import io.github.talosforge.kubernetes.KubernetesWriter;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.model.NodeRole;
import io.github.talosforge.observe.NodeVm;
import io.github.talosforge.plan.DestroyVm;
import io.github.talosforge.rolling.MemberRemoval.Going;
import io.github.talosforge.talos.EtcdMember;
import io.github.talosforge.talos.TalosClient;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;

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

  /** The nodes of the files and those that go, with the places of their machines. */
  private List<Going> nodes = List.of();

  /** Those of the nodes that go of which etcd could say whether they are members. */
  private List<Going> asked = List.of();

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
    this.etcd = new EtcdCheck(client, flow, () -> new Deadline(pacing, options));
    KubernetesNames names = new KubernetesNames(() -> nodes);
    this.drain = new LastDrain(kubernetes, names, log, options, pacing);
    this.removal = new NodeRemoval(kubernetes, names, log);
  }

  /**
   * Prepares the cluster for VMs that are about to be destroyed: their pods leave, and a control
   * plane leaves etcd, only while all other members are well. Where no control plane stays, or etcd
   * was never begun, there is nothing to look after. A VM that does not run has no pods to give
   * away. Whether a node is a member, its machine and etcd say: the files may call it a worker by
   * now, or not name it any more.
   *
   * @param ends the VMs that are about to be destroyed
   * @param lastLook looks once more whether they can be destroyed, and throws if not
   * @param stopped whether nothing new may begin any more
   * @throws TalosFlowException if the cluster cannot do without them now; nothing may be destroyed
   *     then, and all nodes take pods again
   */
  public void prepare(List<DestroyVm> ends, Runnable lastLook, BooleanSupplier stopped) {
    List<NodeVm> vms = ends.stream().map(DestroyVm::vm).toList();
    List<SeenNode> listed = flow.look();
    GoingNodes going = GoingNodes.of(vms, listed, flow.lookAtUnlisted());
    if (going.staying().isEmpty()) {
      return;
    }
    flow.requireOwnMachines(
        listed.stream()
            .filter(
                node ->
                    node.place().role() == NodeRole.CONTROL_PLANE
                        || vms.stream().anyMatch(vm -> vm.node().equals(node.name())))
            .toList(),
        "Nothing was destroyed, because other machines answer for nodes:");
    nodes = going.places(listed);
    List<NodeName> running =
        ends.stream().filter(DestroyVm::running).map(end -> end.vm().node()).toList();
    boolean idle = running.isEmpty() && going.allWorkers();
    Optional<EtcdSearch.Found> found = idle ? Optional.empty() : Optional.of(search(going));
    if (found.filter(where -> where.holders().isEmpty()).isPresent()) {
      return;
    }
    found.ifPresent(where -> refuseOnlyHolders(going, where));
    MemberRemoval members = new MemberRemoval(client, options, log, pacing, going.tellers(found));
    goesOn = Optional.of(members);
    letGo(members, oneMember(members, going, found), running, lastLook, stopped);
  }

  private EtcdSearch.Found search(GoingNodes going) {
    EtcdSearch.Found found = etcd.search(going.controlPlanes(), going.others());
    // Of a machine that cannot say, the files are believed.
    found.silent().keySet().removeAll(going.workers());
    if (found.holders().isEmpty() && !found.silent().isEmpty()) {
      throw new TalosFlowException(
          "Nobody can tell whether etcd runs, so nothing was destroyed. Run where the control planes"
              + " can be reached and have come up; a worker whose VM is off is destroyed without"
              + " them:",
          found.silent());
    }
    return found;
  }

  /** The last member takes the cluster's data with it. */
  private static void refuseOnlyHolders(GoingNodes going, EtcdSearch.Found found) {
    if (going.staying().stream().anyMatch(node -> found.holders().contains(node.name()))) {
      return;
    }
    Map<NodeName, String> seen = new LinkedHashMap<>();
    found.holders().forEach(node -> seen.put(node, "has the cluster's only etcd"));
    seen.putAll(found.silent());
    throw new TalosFlowException(
        "None of the control planes that stay is in etcd, so nothing was destroyed: the cluster's"
            + " data would go. Keep the node in the files, and run bootstrap so that the others join"
            + " it before it goes. If the data may go, destroy the whole cluster, or this VM in"
            + " Proxmox VE:",
        seen);
  }

  private Map<Going, EtcdMember> oneMember(
      MemberRemoval etcd, GoingNodes going, Optional<EtcdSearch.Found> search) {
    List<Going> perhaps = going.perhapsMembers(search);
    if (perhaps.isEmpty()) {
      return Map.of();
    }
    MemberRemoval.Found found;
    try {
      found = etcd.find(perhaps);
    } catch (TalosFlowException e) {
      if (search.isEmpty()) {
        // Of workers that are off, the files are believed when nobody else can say.
        return Map.of();
      }
      throw QuorumLook.explained(client, flow.look(), e);
    }
    asked = perhaps;
    if (found.members().size() > 1) {
      Map<NodeName, String> several = new LinkedHashMap<>();
      found.members().keySet().forEach(node -> several.put(node.name(), "is a member of etcd"));
      throw new TalosFlowException(
          "Control planes leave a cluster one at a time, so nothing was destroyed. Destroy one of"
              + " them, wait until healthCluster is content, then the next:",
          several);
    }
    etcd.refuseUnknown(going.unlessWorkers(perhaps, search), found);
    return found.members();
  }

  private void letGo(
      MemberRemoval etcd,
      Map<Going, EtcdMember> members,
      List<NodeName> running,
      Runnable lastLook,
      BooleanSupplier stopped) {
    boolean unused = options.takeTurn();
    try {
      members.forEach((node, member) -> care.awaitOtherMembers(node.name(), member, stopped));
      drain.empty(running, stopped);
      // Pods can take long to leave, so everybody is asked again.
      lastLook.run();
      members.forEach(
          (node, member) -> {
            care.awaitOtherMembers(node.name(), member, stopped);
            etcd.leave(node, member);
          });
    } catch (CancellationException e) {
      drain.giveBack(running);
      throw new TalosFlowException(
          "The run was asked to stop: nothing was destroyed. Run it again to go on.", Map.of());
    } catch (RuntimeException e) {
      drain.giveBack(running);
      throw e;
    }
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
          if (!asked.isEmpty()) {
            etcd.find(asked).members().forEach((node, member) -> etcd.remove(node.name(), member));
          }
          gone.forEach(vm -> removal.remove(vm.node()));
        });
  }

  /**
   * Takes nodes out of Kubernetes whose VMs an earlier run destroyed before it was interrupted, and
   * out of etcd what joined it again before its end. One that Kubernetes still finds ready, or
   * whose machine answers, is left alone: somebody runs it.
   *
   * @param missing nodes that have no VM
   */
  public void forgetMissing(Set<NodeName> missing) {
    if (missing.isEmpty()) {
      return;
    }
    List<SeenNode> staying =
        flow.look().stream()
            .filter(node -> node.place().role() == NodeRole.CONTROL_PLANE)
            .filter(node -> !missing.contains(node.name()))
            .toList();
    try {
      new MemberRemoval(client, options, log, pacing, staying).removeDead(missing);
    } catch (TalosFlowException e) {
      // Nobody to ask is no failure: who destroys something is told of members left behind.
      e.lastSeen().forEach(log::sees);
    }
    removal.removeDead(missing);
  }
}
