package io.github.talosforge.plan;

import io.github.talosforge.model.NodeName;
import io.github.talosforge.model.NodeSpec;
import io.github.talosforge.observe.Claim;
import io.github.talosforge.observe.Claim.State;
import io.github.talosforge.observe.NodePart;
import io.github.talosforge.observe.ObservedGuest;
import io.github.talosforge.observe.RunningTask;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Which guest is which node's VM, and everything about guests that forbids to go on. */
final class Census {
  private final PlanRequest request;
  private final Draft draft;
  private final IdentityReport report;
  private final Set<NodeName> listed = new HashSet<>();
  private final Map<String, NodeName> names = new HashMap<>();
  private final Map<NodeName, List<Claim>> byNode = new TreeMap<>();
  private final Map<NodeName, List<Claim>> dataVms = new TreeMap<>();
  private final List<NodeName> blocked = new ArrayList<>();

  Census(PlanRequest request, Draft draft) {
    this.request = request;
    this.draft = draft;
    this.report = new IdentityReport(request.owned(), draft);
    request.spec().nodes().forEach(this::list);
    for (Claim claim : request.owned().claims()) {
      if (claim.showsMarks() && claim.node().isPresent()) {
        (claim.part() == NodePart.DATA ? dataVms : byNode)
            .computeIfAbsent(claim.node().get(), node -> new ArrayList<>())
            .add(claim);
      }
    }
  }

  private void list(NodeSpec node) {
    listed.add(node.name());
    names.put(node.name().value(), node.name());
    if (node.volumes().dataVm()) {
      names.put(NodePart.DATA.vmName(node.name()), node.name());
    }
  }

  /** Reports what is wrong and lists what the files no longer name. */
  void take() {
    byNode.forEach((node, vms) -> report.unlessOne(node, vms));
    dataVms.forEach((node, vms) -> report.unlessOneKeepsData(node, vms));
    request.owned().claims().stream()
        .filter(claim -> !request.hidden().contains(claim.guest()))
        .forEach(this::look);
    request.targets().forEach(this::lookAtId);
  }

  /** Returns the VM of a node, if it has exactly one. */
  Optional<Claim> vmOf(NodeName node) {
    List<Claim> found = byNode.getOrDefault(node, List.of());
    return found.size() == 1 ? Optional.of(found.get(0)) : Optional.empty();
  }

  /** Returns the VM that keeps a node's data, if it has exactly one. */
  Optional<Claim> dataVmOf(NodeName node) {
    List<Claim> found = dataVms.getOrDefault(node, List.of());
    return found.size() == 1 ? Optional.of(found.get(0)) : Optional.empty();
  }

  /** Tells whether a node has no data VM and nothing stands where it would be. */
  boolean isDataVmMissing(NodeTarget target) {
    return !dataVms.containsKey(target.node())
        && target.assignment().dataVmId().flatMap(request.observed()::guest).isEmpty()
        && !blocked.contains(target.node());
  }

  /** Tells whether a node has no VM and nothing stands where its VM would be. */
  boolean isMissing(NodeTarget target) {
    return !hasVm(target.node())
        && request.observed().guest(target.assignment().vmId()).isEmpty()
        && !blocked.contains(target.node());
  }

  /** Returns VMs of this cluster on hosts that are down. */
  List<ObservedGuest> unreachable() {
    return request.owned().claims().stream()
        .filter(claim -> claim.state() == State.UNREACHABLE)
        .map(Claim::guest)
        .toList();
  }

  /** Returns the VMs that show the marks of this cluster. */
  List<ObservedGuest> own() {
    return Stream.of(byNode, dataVms)
        .flatMap(vms -> vms.values().stream())
        .flatMap(List::stream)
        .map(Claim::guest)
        .toList();
  }

  private boolean hasVm(NodeName node) {
    return !byNode.getOrDefault(node, List.of()).isEmpty();
  }

  private void look(Claim claim) {
    ObservedGuest guest = claim.guest();
    Optional<NodeName> node = claim.node();
    switch (claim.state()) {
      case OURS -> node.filter(name -> !listed.contains(name)).ifPresent(n -> unlisted(claim, n));
      case RENAMED ->
          node.ifPresent(name -> report.vmRenamed(guest, name, claim.part().vmName(name)));
      case OTHER_CLUSTER_NAME -> node.ifPresent(name -> report.clusterRenamed(guest, name));
      case TAGS_LOST -> node.ifPresent(name -> report.tagsLost(guest, name));
      case BEING_MADE -> node.filter(listed::contains).ifPresent(n -> making(guest, n));
      case COPY -> copy(claim);
      case UNPROVEN -> node.ifPresent(name -> unproven(claim, name));
      case FOREIGN -> namesake(guest);
      case UNFINISHED, UNREACHABLE -> {}
    }
  }

  private void unlisted(Claim claim, NodeName node) {
    ObservedGuest guest = claim.guest();
    boolean running = guest.power() == ObservedGuest.Power.RUNNING;
    draft.unlisted.add(new UnlistedVm(node, guest.id(), guest.host(), running));
    if (claim.part() == NodePart.DATA) {
      report.unlistedData(guest, node);
      return;
    }
    report.unlisted(guest, node);
    for (NodeTarget target : request.targets()) {
      if (!hasVm(target.node()) && takesOver(target, guest)) {
        blocked.add(target.node());
        report.nodeRenamed(target, guest, node);
      }
    }
  }

  /** Tells whether a new node has the id or the address of a VM that the files no longer name. */
  private static boolean takesOver(NodeTarget target, ObservedGuest guest) {
    return target.assignment().vmId().equals(guest.id())
        || (guest.address().isPresent() && target.assignment().address().equals(guest.address()));
  }

  private void copy(Claim claim) {
    Optional<NodeName> keeps =
        claim
            .node()
            .filter(node -> claim.part() == NodePart.DATA && listed.contains(node))
            .filter(node -> claim.guest().currentName().equals(NodePart.DATA.vmName(node)));
    if (keeps.isPresent()) {
      blocked.add(keeps.get());
      report.dataVmOrCopy(claim.guest(), keeps.get());
    } else if (!namesake(claim.guest())) {
      report.copy(claim.guest());
    }
  }

  private void unproven(Claim claim, NodeName node) {
    if (!(claim.part() == NodePart.DATA ? dataVms : byNode).containsKey(node)) {
      blocked.add(node);
    }
    report.unproven(claim, node);
  }

  private boolean namesake(ObservedGuest guest) {
    NodeName node = names.get(guest.currentName());
    if (node == null || guest.kind() != ObservedGuest.Kind.VM) {
      return false;
    }
    blocked.add(node);
    report.foreignName(guest, node);
    return true;
  }

  private void lookAtId(NodeTarget target) {
    if (!dataVms.containsKey(target.node()) && !blocked.contains(target.node())) {
      target
          .assignment()
          .dataVmId()
          .flatMap(request.observed()::guest)
          .ifPresent(guest -> taken(target, guest));
    }
    if (hasVm(target.node()) || blocked.contains(target.node())) {
      return;
    }
    request.observed().guest(target.assignment().vmId()).ifPresent(guest -> taken(target, guest));
  }

  private void taken(NodeTarget target, ObservedGuest guest) {
    if (request.hidden().contains(guest)) {
      return;
    }
    if (request.owned().claim(guest).state() == State.BEING_MADE) {
      making(guest, target.node());
    } else {
      report.foreignId(target, guest);
    }
  }

  private void making(ObservedGuest guest, NodeName node) {
    blocked.add(node);
    Optional<RunningTask> task = Making.taskOf(guest, request.observed().tasks());
    if (task.isPresent()) {
      report.beingMade(guest, node, task.get());
    } else {
      report.stuck(guest, node);
    }
  }
}
