package io.github.talosforge.plan;

import io.github.talosforge.model.HostName;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.model.NodeRole;
import io.github.talosforge.model.PoolName;
import io.github.talosforge.observe.Claim;
import io.github.talosforge.observe.GuestConfiguration;
import io.github.talosforge.observe.NodeVm;
import io.github.talosforge.observe.ObservedGuest;
import io.github.talosforge.plan.DataVmPlanning.Prepared;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** What has to be done for each node. */
final class NodePlanning {
  private final PlanRequest request;
  private final Draft draft;
  private final Census census;
  private final Creation creation;
  private final Restarts restarts;
  private final Optional<Rebuilding> rebuilding;
  private final StartupRule startup;
  private final DataVmPlanning dataVms;
  private final Map<HostName, Set<NodeName>> unreachable = new TreeMap<>();
  private Set<ChangeId> lastMove = Set.of();

  NodePlanning(
      PlanRequest request,
      Draft draft,
      Census census,
      Creation creation,
      Restarts restarts,
      Optional<Rebuilding> rebuilding) {
    this.request = request;
    this.draft = draft;
    this.census = census;
    this.creation = creation;
    this.restarts = restarts;
    this.rebuilding = rebuilding;
    this.startup = new StartupRule(request, draft);
    this.dataVms = new DataVmPlanning(request, draft, census, rebuilding.flatMap(Rebuilding::ran));
  }

  /** Plans for a node. */
  void plan(NodeTarget target) {
    Optional<Claim> claim = census.vmOf(target.node());
    if (claim.isPresent()) {
      existing(target, claim.get());
    } else if (census.isMissing(target)) {
      missing(target);
    }
  }

  /** Reports the nodes that could not be planned for, once per host, or not all of them. */
  void reportLeft() {
    startup.reportLeftOut();
    unreachable.forEach(this::reportDown);
  }

  private void existing(NodeTarget target, Claim claim) {
    ObservedGuest guest = claim.guest();
    switch (claim.state()) {
      case OURS ->
          dataVms
              .prepare(target, guest.host(), true)
              .ifPresent(node -> guest.configuration().ifPresent(live -> ours(node, guest, live)));
      case UNFINISHED ->
          dataVms.prepare(target, guest.host(), false).ifPresent(node -> finish(node, guest));
      case UNREACHABLE -> leave(target, guest.host());
      case UNPROVEN, BEING_MADE, RENAMED, OTHER_CLUSTER_NAME, TAGS_LOST, COPY, FOREIGN -> {}
    }
  }

  private void finish(Prepared node, ObservedGuest guest) {
    NodeTarget allowed = startup.apply(CidataDrive.held(node.target()), null);
    draft.changes.add(creation.finish(allowed, request.vm(allowed, guest), node.before()));
  }

  private void leave(NodeTarget target, HostName host) {
    draft.left.add(target.node());
    unreachable.computeIfAbsent(host, name -> new TreeSet<>()).add(target.node());
  }

  private void missing(NodeTarget target) {
    Optional<HostName> host = target.assignment().host();
    if (host.isEmpty()) {
      draft.report(
          PlanFinding.HOST_UNDECIDED,
          target.spec().provenance().nearest("proxmox_node"),
          "No host is known for node " + target.node() + ".",
          "Write proxmox_node or proxmox_nodes, or let the credentials see the hosts (Sys.Audit).");
    } else if (!request.observed().isOnline(host.get())) {
      leave(target, host.get());
    } else {
      dataVms.prepare(target, host.get(), false).ifPresent(node -> make(node, host.get()));
    }
  }

  private void make(Prepared node, HostName host) {
    NodeTarget allowed = startup.apply(CidataDrive.held(node.target()), null);
    creation
        .make(allowed, request.vm(allowed, allowed.assignment().vmId(), host), node.before())
        .ifPresent(draft.changes::add);
  }

  private void ours(Prepared node, ObservedGuest guest, GuestConfiguration live) {
    if (rebuilding.isPresent()) {
      NodeVm vm = request.vm(node.target(), guest);
      Row removal = rebuilding.get().removal(node, vm, guest, live);
      draft.changes.addAll(removal.changes());
      make(new Prepared(node.target(), removal.last()), guest.host());
      return;
    }
    NodeTarget arranged = DiskSlots.arranged(node.target(), live);
    CopiedDisks.report(arranged, guest, live, draft);
    if (!arranged.dataVolumes().isEmpty() && live.get("parent").isPresent()) {
      new DataVmReport(arranged, draft).snapshot(guest);
    }
    NodeTarget now = CidataDrive.held(arranged, guest);
    compare(now, request.vm(now, guest), guest, live, new Row(node.before()));
  }

  private void compare(
      NodeTarget wanting, NodeVm vm, ObservedGuest guest, GuestConfiguration live, Row row) {
    NodeTarget target = startup.apply(wanting, live.afterRestart().get("startup"));
    boolean dataChanges = !row.last().isEmpty();
    VmReport report = new VmReport(target, guest, draft);
    VmComparison comparison = new VmComparison(target, vm, guest, live, turn(target), report);
    WantedConfiguration wanted = Marks.onExisting(target, vm, live);
    comparison.compare(CidataDrive.inBootOrder(wanted, live), row);
    takeTurn(target, row);
    pool(target, guest).ifPresent(report::otherPool);
    report.unlessLookedAfter();
    if (guest.power() == ObservedGuest.Power.STOPPED && !CidataDrive.waits(target.spec(), guest)) {
      ChangeId id = ChangeId.of("start", vm.node());
      row.add(before -> new StartVm(id, vm, before));
    } else if (!comparison.waiting().isEmpty()) {
      restart(target, vm, comparison, row);
    }
    report.unlessDetachable(wanted, row.changes(), restarted(comparison));
    if (!row.changes().isEmpty()) {
      guest.currentLock().ifPresent(report::locked);
    } else if (comparison.waiting().isEmpty() && !dataChanges) {
      draft.unchanged.add(vm.node());
    }
    draft.changes.addAll(row.changes());
  }

  /** Etcd waits for its disk, so that no two control planes have theirs copied at once. */
  private Set<ChangeId> turn(NodeTarget target) {
    return target.spec().role() == NodeRole.CONTROL_PLANE ? lastMove : Set.of();
  }

  private void takeTurn(NodeTarget target, Row row) {
    if (target.spec().role() == NodeRole.CONTROL_PLANE) {
      row.changes().stream()
          .filter(MoveDisk.class::isInstance)
          .forEach(move -> lastMove = Set.of(move.id()));
    }
  }

  /** What takes effect with this plan. */
  private List<FieldChange> restarted(VmComparison comparison) {
    return request.allowRestarts() ? comparison.waiting() : List.of();
  }

  private void restart(NodeTarget target, NodeVm vm, VmComparison comparison, Row row) {
    List<FieldChange> fields = comparison.waiting();
    if (request.allowRestarts()) {
      int seconds = Math.max(1, target.spec().vm().lifecycle().startup().down());
      Duration shutdown = Duration.ofSeconds(seconds);
      restarts.add(vm, fields, comparison.whileOff(), shutdown, row.last());
    } else {
      draft.waiting.add(new WaitingVm(vm, fields));
    }
  }

  private static Optional<PoolName> pool(NodeTarget target, ObservedGuest guest) {
    return target
        .spec()
        .vm()
        .marks()
        .pool()
        .filter(wanted -> !guest.pool().equals(Optional.of(wanted)));
  }

  private void reportDown(HostName host, Set<NodeName> nodes) {
    draft.report(
        PlanFinding.HOST_DOWN,
        null,
        "Host " + host + " is down, so nothing is planned for " + names(nodes) + ".",
        "Plan again when the host is back. All other nodes are covered.");
  }

  private static String names(Set<NodeName> nodes) {
    return nodes.stream().map(NodeName::toString).collect(Collectors.joining(", "));
  }
}
