package io.github.talosforge.plan;

import io.github.talosforge.desired.DataVolume;
import io.github.talosforge.finding.FindingReport;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.model.NodeSpec;
import io.github.talosforge.model.VmId;
import io.github.talosforge.observe.Claim;
import io.github.talosforge.observe.DataInSight;
import io.github.talosforge.observe.GuestConfiguration;
import io.github.talosforge.observe.HiddenGuests;
import io.github.talosforge.observe.NodePart;
import io.github.talosforge.observe.NodeVm;
import io.github.talosforge.observe.ObservedCluster;
import io.github.talosforge.observe.ObservedGuest;
import io.github.talosforge.observe.ObservedHa;
import io.github.talosforge.observe.OwnedCluster;
import io.github.talosforge.proxmox.property.Volume;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Plans the end of a cluster: every VM that is provably its, whether or not the files still name
 * it, and nothing else. Templates and images are kept, and data VMs unless their end is asked for
 * by a word of its own.
 */
public final class DestroyPlanner {
  private static final Duration SHUTDOWN = Duration.ofMinutes(3);

  private final OwnedCluster owned;
  private final ClusterSpec spec;
  private final ObservedCluster observed;
  private final HiddenGuests hidden;
  private final Draft draft = new Draft();
  private final Set<NodeName> left = new TreeSet<>();
  private final List<Claim> own = new ArrayList<>();
  private final List<Claim> marked = new ArrayList<>();
  private final Set<ObservedGuest> outOfSight = new LinkedHashSet<>();
  private final Set<NodeName> dataOwners = new TreeSet<>();
  private final Map<NodeName, Set<ChangeId>> ends = new HashMap<>();

  /**
   * Prepares to plan.
   *
   * @param owned the live system, and whose each guest is
   */
  public DestroyPlanner(OwnedCluster owned) {
    this.owned = owned;
    this.spec = owned.files();
    this.observed = owned.observed();
    this.hidden = owned.hidden();
  }

  /**
   * Makes the plan.
   *
   * @param selection the nodes to destroy
   * @param liftProtection whether protected VMs may be destroyed too; otherwise they block the plan
   */
  public Plan plan(NodeSelection selection, boolean liftProtection) {
    return plan(selection, liftProtection, Optional.empty());
  }

  /**
   * Makes the plan, the nodes' data included.
   *
   * @param selection the nodes to destroy
   * @param liftProtection whether protected VMs may be destroyed too; otherwise they block the plan
   * @param data what data VMs keep, and who uses it
   */
  public Plan planWithData(NodeSelection selection, boolean liftProtection, DataInSight data) {
    return plan(selection, liftProtection, Optional.of(data));
  }

  /** Returns the data VMs of this cluster that may be written to. */
  public Set<VmId> dataVms() {
    return owned.claims().stream()
        .filter(claim -> claim.isWritable() && claim.part() == NodePart.DATA)
        .map(claim -> claim.guest().id())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Returns the nodes of the files, and those that VMs carry the marks of. */
  public Set<NodeName> nodes() {
    Set<NodeName> nodes = new TreeSet<>();
    spec.nodes().forEach(node -> nodes.add(node.name()));
    for (Claim claim : owned.claims()) {
      if (claim.showsMarks() || claim.state() == Claim.State.UNPROVEN) {
        claim.node().ifPresent(nodes::add);
      }
    }
    return nodes;
  }

  private Plan plan(NodeSelection selection, boolean liftProtection, Optional<DataInSight> sight) {
    owned.claims().forEach(claim -> look(claim, selection));
    unlessOneOfEach();
    owned.perhapsRenamed().forEach(this::perhapsRenamed);
    List<Claim> going = parts(NodePart.DATA).stream().filter(vm -> goes(vm, sight)).toList();
    parts(NodePart.SYSTEM).forEach(claim -> node(claim, liftProtection, keepsData(claim, going)));
    sight.ifPresent(data -> going.forEach(claim -> data(claim, data)));
    List<ObservedGuest> guests = own.stream().map(Claim::guest).toList();
    observed.ha().ifPresent(ha -> emptyGroups(ha, HaNames.of(owned.uid()), draft));
    unlessSomethingGoes();
    Plan plan =
        Plan.of(
                spec.name(),
                draft.changes,
                FindingReport.of(draft.findings),
                PlanDigest.of(draft.changes, guests))
            .withNodes(Set.of(), left);
    return plan.withFindings(GoingLocks.of(plan, observed));
  }

  /** Rules lose the VMs with them, and go with the last; groups of hosts stay behind. */
  private static void emptyGroups(ObservedHa ha, HaNames names, Draft draft) {
    Map<VmId, ChangeId> going = new HashMap<>();
    draft.changes.forEach(
        change -> {
          if (change instanceof DestroyVm end) {
            going.put(end.vm().vmId(), end.id());
          }
        });
    for (String name : new TreeSet<>(ha.groups().keySet())) {
      boolean needed =
          ha.managed().entrySet().stream()
              .filter(vm -> vm.getValue().group().equals(Optional.of(name)))
              .anyMatch(vm -> !going.containsKey(vm.getKey()));
      if (names.isOurs(name) && !needed) {
        draft.changes.add(HaGroups.removal(name, going.values()));
      }
    }
  }

  private void look(Claim claim, NodeSelection selection) {
    if (claim.showsMarks()) {
      marked.add(claim);
    }
    if (claim.part() == NodePart.DATA) {
      claim.node().ifPresent(dataOwners::add);
    }
    if (claim.isWritable() && claim.node().filter(selection::selects).isEmpty()) {
      claim.node().ifPresent(left::add);
    } else if (claim.isWritable()) {
      own.add(claim);
    } else if (hidden.contains(claim.guest()) || claim.state() == Claim.State.UNREACHABLE) {
      hidden(claim, selection);
    } else {
      claim.node().filter(selection::selects).ifPresent(node -> inDoubt(claim, node));
    }
  }

  /** What a VM on a host that is down may be stays, and whoever asked for its end is told. */
  private void hidden(Claim claim, NodeSelection selection) {
    ObservedGuest guest = claim.guest();
    Set<NodeName> perhaps = new TreeSet<>();
    claim.node().ifPresent(perhaps::add);
    hidden
        .of(guest)
        .forEach(
            vm -> {
              perhaps.add(vm.node());
              if (vm.part() == NodePart.DATA) {
                dataOwners.add(vm.node());
              }
            });
    left.addAll(perhaps);
    perhaps.removeIf(node -> !selection.selects(node));
    boolean former =
        claim.state() == Claim.State.UNREACHABLE
            && claim.node().isEmpty()
            && (selection.included().isEmpty() || !listed().containsAll(selection.exactNames()));
    if (!perhaps.isEmpty() || former) {
      outOfSight.add(guest);
      stays(guest, perhaps);
    }
  }

  /** Nobody of the cluster is seen, so that what is out of sight may be it. */
  private void perhapsRenamed(ObservedGuest guest) {
    outOfSight.add(guest);
    draft.report(
        PlanFinding.HOST_DOWN,
        null,
        "Host "
            + guest.host()
            + " is down, so "
            + guest.label()
            + ", which may be this cluster's under another cluster_name (its tags: "
            + String.join(", ", guest.tags())
            + "), stays.",
        "Bring " + guest.host() + " back, then destroy again.");
  }

  private Set<NodeName> listed() {
    return spec.nodes().stream().map(NodeSpec::name).collect(Collectors.toSet());
  }

  /** Whoever names nodes and hears of no error believes them gone. */
  private void unlessSomethingGoes() {
    if (!outOfSight.isEmpty() && draft.changes.stream().noneMatch(DestroyVm.class::isInstance)) {
      draft.report(
          PlanFinding.NODE_OUT_OF_SIGHT,
          null,
          "Nothing can be destroyed: what was asked for may be "
              + HiddenNodes.vms(outOfSight)
              + " on a host that is down ("
              + HiddenGuests.hosts(outOfSight)
              + ").",
          "Bring the host back and destroy again. A host that is gone for good leaves the Proxmox VE"
              + " cluster first (pvecm delnode).");
    }
  }

  /**
   * What is most likely meant to go, but lacks a mark: to leave it without a word is no success.
   */
  private void inDoubt(Claim claim, NodeName node) {
    IdentityReport report = new IdentityReport(owned, draft);
    switch (claim.state()) {
      case RENAMED -> report.vmRenamed(claim.guest(), node, claim.part().vmName(node));
      case OTHER_CLUSTER_NAME -> report.clusterRenamed(claim.guest(), node);
      case TAGS_LOST -> report.tagsLost(claim.guest(), node);
      case UNPROVEN -> report.unproven(claim, node);
      case COPY -> report.copy(claim.guest());
      default -> {}
    }
  }

  /** A restored backup has all marks of its original, and perhaps the only copy of its data. */
  private void unlessOneOfEach() {
    IdentityReport report = new IdentityReport(owned, draft);
    Set<NodeName> going = new TreeSet<>();
    own.forEach(claim -> claim.node().ifPresent(going::add));
    for (NodeName node : going) {
      report.unlessOne(node, marked(node, NodePart.SYSTEM));
      report.unlessOneKeepsData(node, marked(node, NodePart.DATA));
    }
  }

  private List<Claim> marked(NodeName node, NodePart part) {
    return marked.stream()
        .filter(claim -> claim.part() == part && claim.node().equals(Optional.of(node)))
        .toList();
  }

  private List<Claim> parts(NodePart part) {
    return own.stream().filter(claim -> claim.part() == part).toList();
  }

  /** Tells whether a data VM goes: it must be asked for, and nobody unseen may use it. */
  private boolean goes(Claim claim, Optional<DataInSight> sight) {
    ObservedGuest guest = claim.guest();
    NodeVm vm = owned.vm(claim);
    if (sight.isEmpty()) {
      DataVmReport.kept(guest, vm, draft);
      return false;
    }
    Set<ObservedGuest> unseen = new LinkedHashSet<>();
    claim.node().map(hidden::of).ifPresent(unseen::addAll);
    List<Volume> volumes =
        Removal.volumes(guest, vm, madeHere(vm, guest, sight.get())).stream()
            .map(Volume::parse)
            .toList();
    unseen.addAll(sight.get().users().possibleUsers(guest, volumes, observed));
    if (!unseen.isEmpty()) {
      left.add(vm.node());
      DataVmReport.perhapsUsed(guest, unseen, draft);
    }
    return unseen.isEmpty();
  }

  private static boolean keepsData(Claim node, List<Claim> going) {
    return going.stream().noneMatch(data -> data.node().equals(node.node()));
  }

  private void node(Claim claim, boolean liftProtection, boolean keepsData) {
    ObservedGuest guest = claim.guest();
    NodeVm vm = owned.vm(claim);
    Row row = new Row();
    if (keepsData && dataOwners.contains(vm.node())) {
      owned.node(vm.node()).ifPresent(node -> LostData.partitions(node, draft));
      LostData.key(spec, vm.node(), draft);
    }
    guest
        .configuration()
        .filter(live -> keepsData && !Removal.foreign(guest, live).isEmpty())
        .ifPresent(live -> release(vm, guest, live, row));
    row.add(before -> Removal.destroy(vm, guest, Set.of(), before));
    draft.changes.addAll(row.changes());
    ends.computeIfAbsent(vm.node(), node -> new HashSet<>()).addAll(row.last());
    if (Removal.isProtected(guest) && !liftProtection) {
      Removal.reportProtected(guest, draft);
    }
  }

  /** Disks that stay are given back by a guest that was shut down, not switched off. */
  private void release(NodeVm vm, ObservedGuest guest, GuestConfiguration live, Row row) {
    Duration shutdown = owned.node(vm.node()).map(Removal::shutdownTimeout).orElse(SHUTDOWN);
    row.add(before -> Removal.release(vm, guest, live, shutdown, before));
    if (live.get("parent").isPresent()) {
      DataVmReport.outlivedBySnapshot(guest, draft);
    }
  }

  private void data(Claim claim, DataInSight sight) {
    ObservedGuest guest = claim.guest();
    NodeVm vm = owned.vm(claim);
    List<ObservedGuest> others =
        sight.users().usersOf(guest.id()).stream()
            .filter(user -> own.stream().noneMatch(mine -> mine.guest().id().equals(user.id())))
            .toList();
    if (!others.isEmpty()) {
      DataVmReport.used(guest, others, draft);
    }
    Set<ChangeId> before = Optional.ofNullable(ends.get(vm.node())).orElse(Set.of());
    DestroyVm end = Removal.destroy(vm, guest, madeHere(vm, guest, sight), before);
    draft.changes.add(end);
    sight.volumesOf(guest.id()).stream()
        .filter(volume -> !end.volumes().contains(volume))
        .forEach(volume -> DataVmReport.strange(guest, volume, draft));
  }

  /**
   * An interrupted run may have made volumes and not written them down. A storage that the node
   * does not use can hold volumes of the same name: those of another Proxmox cluster.
   */
  private Set<String> madeHere(NodeVm vm, ObservedGuest dataVm, DataInSight sight) {
    Set<String> storages = new TreeSet<>();
    Removal.volumes(dataVm, vm, Set.of())
        .forEach(volume -> Volume.parse(volume).storage().ifPresent(storages::add));
    owned.node(vm.node()).map(DataVolume::of).orElse(List.of()).stream()
        .map(volume -> volume.storage().value())
        .forEach(storages::add);
    return sight.volumesOf(dataVm.id()).stream()
        .filter(volume -> DataVolume.isMadeFor(dataVm.id(), volume))
        .filter(volume -> Volume.parse(volume).storage().filter(storages::contains).isPresent())
        .collect(Collectors.toSet());
  }

  private void stays(ObservedGuest guest, Set<NodeName> perhaps) {
    String nodes = perhaps.stream().map(NodeName::value).collect(Collectors.joining(" or "));
    draft.report(
        PlanFinding.HOST_DOWN,
        null,
        "Host "
            + guest.host()
            + " is down, so "
            + guest.label()
            + (nodes.isEmpty() ? "" : ", which may be " + nodes + ",")
            + " stays.",
        "Bring " + guest.host() + " back, then destroy again.");
  }
}
