package io.github.talosforge.plan;

import io.github.talosforge.model.HostName;
import io.github.talosforge.model.LifecycleSpec.HaSpec;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.model.NodeRole;
import io.github.talosforge.model.VmId;
import io.github.talosforge.observe.Claim;
import io.github.talosforge.observe.NodePart;
import io.github.talosforge.observe.NodeVm;
import io.github.talosforge.observe.ObservedCluster;
import io.github.talosforge.observe.ObservedGuest;
import io.github.talosforge.observe.ObservedHa;
import io.github.talosforge.observe.ObservedHa.Managed;
import io.github.talosforge.observe.ObservedHost;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What has to be done so that high availability looks after the VMs that should be. It comes last
 * for each VM: one that is looked after is started again by others while we stop it.
 */
final class HaPlanning {
  private static final Set<Claim.State> SEEN = Set.of(Claim.State.OURS, Claim.State.UNREACHABLE);

  private final PlanRequest request;
  private final Draft draft;
  private final Census census;
  private final HaNames names;
  private final SharedDrives drives;

  /** The VMs that are looked after when the plan is done, with the change that sees to it. */
  private final Map<NodeName, VmId> managed = new TreeMap<>();

  private final Map<NodeName, ChangeId> changes = new TreeMap<>();

  /** The VMs that this plan destroys to make them anew: with them go their entries. */
  private final Set<VmId> destroyed = new HashSet<>();

  private final HaGroups groups;

  HaPlanning(PlanRequest request, Draft draft, Census census) {
    this.request = request;
    this.draft = draft;
    this.census = census;
    this.names = HaNames.of(request.owned().uid());
    this.drives = new SharedDrives(request.observed(), draft);
    this.groups = new HaGroups(names, hosts());
  }

  /** Plans for all nodes, after everything else was planned. */
  void plan() {
    List<NodeTarget> asking = request.targets().stream().filter(HaPlanning::isWanted).toList();
    Optional<ObservedHa> live = request.observed().ha();
    if (live.isEmpty()) {
      asking.stream().findFirst().ifPresent(this::unseen);
      return;
    }
    request.targets().forEach(target -> plan(target, live.get()));
    keepGroupsOfOthers(live.get());
    if (live.get().hasRules()) {
      for (NodeRole role : NodeRole.values()) {
        rule(role, live.get());
      }
    } else {
      draft.changes.addAll(groups.changes(live.get(), changes));
    }
  }

  /**
   * Proxmox refuses to remove a group that any entry names: of nodes that the files no longer name,
   * on hosts that are down, or of VMs that are gone.
   */
  private void keepGroupsOfOthers(ObservedHa live) {
    Set<VmId> moved = new HashSet<>(destroyed);
    draft.changes.forEach(
        change -> {
          if (change instanceof ManageHa manage) {
            moved.add(manage.vm().vmId());
          } else if (change instanceof ReleaseHa release) {
            moved.add(release.vm().vmId());
          }
        });
    live.managed()
        .forEach(
            (id, known) -> {
              if (!moved.contains(id)) {
                known.group().ifPresent(groups::keep);
              }
            });
  }

  private static boolean isWanted(NodeTarget target) {
    return target.spec().vm().lifecycle().ha().enabled();
  }

  private void unseen(NodeTarget target) {
    draft.report(
        PlanFinding.HA_UNSEEN,
        target.spec().provenance().nearest("ha"),
        "The credentials may not see what high availability looks after.",
        "Give them Sys.Audit and Sys.Console on /; printRoleCommands has the commands.");
  }

  private void plan(NodeTarget target, ObservedHa live) {
    Map<NodeName, List<VmChange>> planned = byNode();
    Optional<NodeVm> vm = vm(target, planned.getOrDefault(target.node(), List.of()));
    if (vm.isEmpty()) {
      return;
    }
    boolean remade =
        planned.getOrDefault(target.node(), List.of()).stream()
            .anyMatch(DestroyVm.class::isInstance);
    if (remade) {
      destroyed.add(vm.get().vmId());
    }
    Optional<Managed> now =
        Optional.ofNullable(live.managed().get(vm.get().vmId())).filter(known -> !remade);
    if (draft.left.contains(target.node())) {
      now.ifPresent(known -> keep(target, vm.get(), known));
      return;
    }
    Set<ChangeId> before =
        planned.getOrDefault(target.node(), List.of()).stream()
            .map(Change::id)
            .collect(Collectors.toCollection(HashSet::new));
    if (isWanted(target)) {
      manage(target, vm.get(), now, live, before);
    } else if (now.flatMap(Managed::comment)
        .filter(ManageHa.mark(request.owned().uid())::equals)
        .isPresent()) {
      add(target, new ReleaseHa(ChangeId.of("ha-release", target.node()), vm.get(), before));
    }
  }

  private void keep(NodeTarget target, NodeVm vm, Managed known) {
    managed.put(target.node(), vm.vmId());
    known.group().ifPresent(groups::keep);
  }

  private void manage(
      NodeTarget target, NodeVm vm, Optional<Managed> now, ObservedHa live, Set<ChangeId> before) {
    if (!drives.allShared(target, census.vmOf(target.node()).map(Claim::guest))) {
      return;
    }
    managed.put(target.node(), vm.vmId());
    HaSpec wanted = target.spec().vm().lifecycle().ha();
    Optional<String> group =
        isSpread() && !live.hasRules()
            ? Optional.of(groups.of(now.flatMap(Managed::group), vm.host()))
            : now.flatMap(Managed::group).filter(name -> !names.isOurs(name));
    boolean same =
        now.filter(known -> known.maxRestart() == wanted.maxRestart())
            .filter(known -> known.maxRelocate() == wanted.maxRelocate())
            .filter(known -> known.group().equals(group))
            .isPresent();
    if (!same) {
      group.flatMap(name -> groups.changeOf(name, live)).ifPresent(before::add);
      add(
          target,
          new ManageHa(
              ChangeId.of("ha", target.node()),
              vm,
              wanted.maxRestart(),
              wanted.maxRelocate(),
              group,
              now.isPresent(),
              before));
    }
  }

  private void add(NodeTarget target, VmChange change) {
    draft.changes.add(change);
    draft.unchanged.remove(target.node());
    changes.put(target.node(), change.id());
  }

  private Map<NodeName, List<VmChange>> byNode() {
    return draft.changes.stream()
        .filter(VmChange.class::isInstance)
        .map(VmChange.class::cast)
        .filter(change -> change.vm().identity().part() == NodePart.SYSTEM)
        .collect(Collectors.groupingBy(change -> change.vm().node()));
  }

  /** Returns the VM that a node has, or gets by this plan. */
  private Optional<NodeVm> vm(NodeTarget target, List<VmChange> planned) {
    Optional<NodeVm> named = planned.stream().map(VmChange::vm).findFirst();
    return named.or(
        () ->
            census
                .vmOf(target.node())
                .filter(claim -> SEEN.contains(claim.state()))
                .map(claim -> request.vm(target, claim.guest())));
  }

  private boolean isSpread() {
    return request.spec().proxmox().antiAffinity();
  }

  private Set<HostName> hosts() {
    ObservedCluster observed = request.observed();
    List<HostName> listed = request.spec().proxmox().hosts();
    return listed.isEmpty()
        ? observed.hosts().stream().map(ObservedHost::name).collect(Collectors.toSet())
        : Set.copyOf(listed);
  }

  /** A VM that is destroyed leaves its rule, which goes with the last. */
  private Set<VmId> withoutDestroyed(Set<VmId> vms) {
    return vms.stream().filter(id -> !destroyed.contains(id)).collect(Collectors.toSet());
  }

  /**
   * VMs of this cluster on hosts that are down. Nothing is planned for their nodes, whether the
   * list still shows what they were called or not any more.
   */
  private Set<VmId> unreachable() {
    return census.unreachable().stream().map(ObservedGuest::id).collect(Collectors.toSet());
  }

  private void rule(NodeRole role, ObservedHa live) {
    Map<NodeName, NodeRole> roles =
        request.targets().stream()
            .collect(Collectors.toMap(NodeTarget::node, target -> target.spec().role()));
    Set<NodeName> members =
        managed.keySet().stream()
            .filter(node -> roles.get(node) == role)
            .collect(Collectors.toCollection(TreeSet::new));
    Set<ChangeId> before =
        members.stream()
            .map(changes::get)
            .flatMap(change -> Optional.ofNullable(change).stream())
            .collect(Collectors.toUnmodifiableSet());
    String name = names.rule(role);
    Optional<Set<VmId>> now =
        Optional.ofNullable(live.apart().get(name)).map(this::withoutDestroyed);
    Set<VmId> wanted = new HashSet<>(wantedApart(role, members));
    now.filter(known -> !wanted.isEmpty())
        .ifPresent(known -> known.stream().filter(unreachable()::contains).forEach(wanted::add));
    if (wanted.isEmpty() && now.stream().flatMap(Set::stream).anyMatch(unreachable()::contains)) {
      // Which of its VMs are on a host that is down nobody knows, so it stays as it is.
      return;
    }
    if (wanted.isEmpty()) {
      now.ifPresent(
          known ->
              draft.changes.add(
                  new RemoveHaEntry(
                      ChangeId.of("ha-rule-remove", HaNames.word(role)),
                      RemoveHaEntry.Kind.RULE,
                      name,
                      Set.of())));
    } else if (!now.equals(Optional.of(wanted))) {
      draft.changes.add(
          new KeepApart(
              ChangeId.of("ha-rule", HaNames.word(role)),
              name,
              role,
              List.copyOf(wanted),
              now.isPresent(),
              before));
    }
  }

  /** Two VMs at least, and not more than there are hosts: Proxmox refuses such a rule. */
  private Set<VmId> wantedApart(NodeRole role, Set<NodeName> members) {
    if (!isSpread() || members.size() < 2) {
      return Set.of();
    }
    if (members.size() > hosts().size()) {
      draft.report(
          PlanFinding.ANTI_AFFINITY_LEFT_OUT,
          request.spec().provenance().nearest("anti_affinity"),
          "There are "
              + members.size()
              + " nodes of role "
              + role.label()
              + " under high availability and "
              + hosts().size()
              + " hosts, so no rule keeps them apart.",
          null);
      return Set.of();
    }
    return members.stream()
        .map(managed::get)
        .flatMap(id -> Optional.ofNullable(id).stream())
        .collect(Collectors.toUnmodifiableSet());
  }
}
