package io.github.talosforge.plan;

import io.github.talosforge.model.HostName;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.model.NodeSpec;
import io.github.talosforge.observe.HiddenGuests;
import io.github.talosforge.observe.ObservedGuest;
import java.util.Collection;
import java.util.Comparator;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The nodes that a VM on a host that is down may be: nothing is planned for them meanwhile. */
final class HiddenNodes {
  private final PlanRequest request;
  private final Draft draft;
  private final HiddenGuests hidden;

  HiddenNodes(PlanRequest request, Draft draft) {
    this.request = request;
    this.draft = draft;
    this.hidden = request.hidden();
  }

  /** Tells whether a node must be left alone. */
  boolean contains(NodeName node) {
    return !hidden.of(node).isEmpty() || hidden.crowded().contains(node);
  }

  /** Leaves them, and tells the hosts to bring back. */
  void leave() {
    Map<HostName, Set<NodeName>> nodes = new TreeMap<>();
    Map<HostName, Set<ObservedGuest>> guests = new TreeMap<>();
    Set<NodeName> crowded = new TreeSet<>();
    for (NodeSpec node : request.spec().nodes()) {
      if (contains(node.name())) {
        draft.left.add(node.name());
        if (!request.selection().selects(node.name())) {
          continue;
        }
        hidden
            .of(node.name())
            .forEach(
                guest -> {
                  nodes.computeIfAbsent(guest.host(), host -> new TreeSet<>()).add(node.name());
                  guests.computeIfAbsent(guest.host(), host -> byId()).add(guest);
                });
        if (hidden.of(node.name()).isEmpty()) {
          crowded.add(node.name());
        }
      }
    }
    nodes.forEach((host, left) -> report(host, left, guests.getOrDefault(host, Set.of())));
    if (!crowded.isEmpty()) {
      reportCrowded(crowded);
    }
  }

  /** A VM that nobody can look at is not made anew. */
  void refuseToRebuild() {
    request.spec().nodes().stream()
        .map(NodeSpec::name)
        .filter(request.selection()::selects)
        .filter(this::contains)
        .forEach(
            node ->
                draft.report(
                    PlanFinding.NODE_OUT_OF_SIGHT,
                    null,
                    "Node " + node + " cannot be rebuilt while its host is down.",
                    "Bring the host back first. A host that is gone for good leaves the Proxmox VE"
                        + " cluster first (pvecm delnode)."));
  }

  private static Set<ObservedGuest> byId() {
    return new TreeSet<>(Comparator.comparing(ObservedGuest::id));
  }

  private void report(HostName host, Set<NodeName> left, Set<ObservedGuest> guests) {
    draft.report(
        PlanFinding.HOST_DOWN,
        null,
        "Host "
            + host
            + " is down, and nobody can tell which "
            + (guests.size() == 1 ? "node its " : "nodes its ")
            + vms(guests)
            + (guests.size() == 1 ? " is" : " are")
            + ", so nothing is planned for "
            + names(left)
            + ".",
        "Bring "
            + host
            + " back, then plan again. No second VM is made before; all other nodes are covered.");
  }

  private void reportCrowded(Set<NodeName> crowded) {
    draft.report(
        PlanFinding.HOST_DOWN,
        null,
        "Nothing is planned for "
            + names(crowded)
            + ": a node on a host that is down may have what would be chosen for it.",
        "Bring the host back, or write vm_id and address of all nodes.");
  }

  /** Returns guests in words, such as {@code VM 3001} or {@code VMs 3001, 3002}. */
  static String vms(Collection<ObservedGuest> guests) {
    String ids =
        guests.stream()
            .map(ObservedGuest::id)
            .sorted()
            .map(Object::toString)
            .collect(Collectors.joining(", "));
    return (guests.size() == 1 ? "VM " : "VMs ") + ids;
  }

  private static String names(Set<NodeName> nodes) {
    return nodes.stream().map(NodeName::toString).collect(Collectors.joining(", "));
  }
}
