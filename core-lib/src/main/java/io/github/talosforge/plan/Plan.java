package io.github.talosforge.plan;

import io.github.talosforge.allocation.PinLine;
import io.github.talosforge.finding.FindingReport;
import io.github.talosforge.model.ClusterName;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.observe.RunningTask;
import io.github.talosforge.versions.NodeVersions;
import io.github.talosforge.versions.RunningEtcd;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * What has to be done, in an order in which everything comes after what it depends on.
 *
 * @param cluster the cluster
 * @param changes what has to be done
 * @param findings what stands in the way or is worth knowing; with errors nothing may be done
 * @param pins lines that keep what was chosen, if the user writes them
 * @param waiting the VMs with values that wait for a stop and start which this plan does not do
 * @param unlisted VMs of this cluster that the files no longer name
 * @param tasks running tasks of an earlier run; when they ended, look and plan again
 * @param unchanged the nodes that are as the files say
 * @param left the nodes that were not looked at: not selected, or on a host that is down
 * @param versions what the configured nodes run, as far as somebody looked
 * @param etcd the members of etcd, if somebody looked and there are any
 * @param digest the same for two plans that would do the same to the same VMs, so that a plan which
 *     was looked at is carried out only while it still holds
 */
public record Plan(
    ClusterName cluster,
    List<Change> changes,
    FindingReport findings,
    List<PinLine> pins,
    List<WaitingVm> waiting,
    List<UnlistedVm> unlisted,
    List<RunningTask> tasks,
    Set<NodeName> unchanged,
    Set<NodeName> left,
    List<NodeVersions> versions,
    Optional<RunningEtcd> etcd,
    String digest) {

  /** Keeps own copies of the collections. */
  public Plan {
    changes = List.copyOf(changes);
    pins = List.copyOf(pins);
    waiting = List.copyOf(waiting);
    unlisted = List.copyOf(unlisted);
    tasks = List.copyOf(tasks);
    versions = List.copyOf(versions);
    unchanged = Collections.unmodifiableSortedSet(new TreeSet<>(unchanged));
    left = Collections.unmodifiableSortedSet(new TreeSet<>(left));
  }

  /** Makes a plan that knows of nothing but its changes. */
  static Plan of(
      ClusterName cluster, List<? extends Change> changes, FindingReport findings, String digest) {
    return new Plan(
        cluster,
        List.copyOf(changes),
        findings,
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        Set.of(),
        Set.of(),
        List.of(),
        Optional.empty(),
        digest);
  }

  /** Returns the plan with what it found of nodes that it does nothing to. */
  Plan withNodes(Set<NodeName> same, Set<NodeName> notSeen) {
    return new Plan(
        cluster, changes, findings, pins, waiting, unlisted, tasks, same, notSeen, versions, etcd,
        digest);
  }

  /** Tells whether the plan must not be carried out. */
  public boolean isBlocked() {
    return findings.hasErrors() || !tasks.isEmpty();
  }

  /** Tells whether there is nothing to do. */
  public boolean isEmpty() {
    return changes.isEmpty();
  }

  /** Tells whether the system differs from the files, whether this plan changes that or not. */
  public boolean differs() {
    return !changes.isEmpty() || versions.stream().anyMatch(node -> !node.differences().isEmpty());
  }

  /** Returns the plan with what the nodes run. */
  public Plan withVersions(List<NodeVersions> running) {
    Set<NodeName> same = new TreeSet<>(unchanged);
    running.stream()
        .filter(node -> !node.differences().isEmpty())
        .forEach(node -> same.remove(node.node()));
    return new Plan(
        cluster, changes, findings, pins, waiting, unlisted, tasks, same, left, running, etcd,
        digest);
  }

  /** Returns the plan with the members of etcd. */
  public Plan withEtcd(Optional<RunningEtcd> seen) {
    return new Plan(
        cluster, changes, findings, pins, waiting, unlisted, tasks, unchanged, left, versions, seen,
        digest);
  }

  /** Returns the changes of one kind, in order. */
  public <C extends Change> List<C> changes(Class<C> kind) {
    return changes.stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  /** Returns the part of the plan that prepares what VMs are made from. */
  public Plan imagesOnly() {
    return new Plan(
        cluster,
        changes.stream().filter(ImageChange.class::isInstance).toList(),
        findings,
        List.of(),
        List.of(),
        List.of(),
        tasks,
        unchanged,
        left,
        versions,
        etcd,
        digest);
  }

  /**
   * Returns the plan with changes inside the machines after those of the VMs, and what else a look
   * at the machines showed.
   */
  public Plan withTalos(List<? extends TalosChange> talos, FindingReport seen) {
    List<Change> all = new ArrayList<>(changes);
    all.addAll(talos);
    Set<NodeName> still = new TreeSet<>(unchanged);
    talos.forEach(change -> still.remove(change.node()));
    return new Plan(
        cluster,
        all,
        findings.merge(seen),
        pins,
        waiting,
        unlisted,
        tasks,
        still,
        left,
        versions,
        etcd,
        PlanDigest.more(digest, talos));
  }

  /** Returns the plan with the removal of CDs that held configurations. */
  public Plan withDiscsRemoved(List<RemoveDisc> discs) {
    List<Change> all = new ArrayList<>(changes);
    all.addAll(discs);
    return new Plan(
        cluster,
        all,
        findings,
        pins,
        waiting,
        unlisted,
        tasks,
        unchanged,
        left,
        versions,
        etcd,
        PlanDigest.more(digest, discs));
  }

  /** Returns the part of the plan that Proxmox carries out. */
  public Plan vmsOnly() {
    return new Plan(
        cluster,
        changes.stream().filter(change -> !(change instanceof TalosChange)).toList(),
        findings,
        pins,
        waiting,
        unlisted,
        tasks,
        unchanged,
        left,
        versions,
        etcd,
        digest);
  }

  /** Returns a change. */
  public Optional<Change> change(ChangeId id) {
    return changes.stream().filter(change -> change.id().equals(id)).findFirst();
  }

  /** Returns the plan with what a look before the first write found. */
  public Plan withFindings(FindingReport more) {
    return new Plan(
        cluster,
        changes,
        findings.merge(more),
        pins,
        waiting,
        unlisted,
        tasks,
        unchanged,
        left,
        versions,
        etcd,
        digest);
  }
}
