package io.github.talosforge.plan;

import io.github.talosforge.model.NodeName;
import io.github.talosforge.observe.Claim;
import io.github.talosforge.observe.Claim.State;
import io.github.talosforge.observe.GuestConfiguration;
import io.github.talosforge.observe.NodePart;
import io.github.talosforge.observe.ObservedGuest;
import io.github.talosforge.observe.ObservedGuest.Power;
import io.github.talosforge.proxmox.property.Volume;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * VMs that were begun for a node and never finished, beside the one that runs: a host was down
 * while another run made the node elsewhere. They go by their own word only, and with nothing that
 * somebody added to them.
 */
final class NeverStarted {
  private static final Set<String> MADE = Set.of(NodeTarget.SYSTEM_DISK, "efidisk0", "tpmstate0");

  private final PlanRequest request;
  private final Draft draft;

  NeverStarted(PlanRequest request, Draft draft) {
    this.request = request;
    this.draft = draft;
  }

  /** Tells whether all but one of a node's VMs never ran, and that one runs. */
  static boolean isBesideARunningOne(List<Claim> vms) {
    long running =
        vms.stream()
            .filter(vm -> vm.state() == State.OURS && vm.guest().power() == Power.RUNNING)
            .count();
    long unfinished = unfinished(vms).size();
    return running == 1 && unfinished > 0 && running + unfinished == vms.size();
  }

  private static List<Claim> unfinished(List<Claim> vms) {
    return vms.stream()
        .filter(vm -> vm.state() == State.UNFINISHED && vm.part() == NodePart.SYSTEM)
        .toList();
  }

  /** Plans the end of each. */
  void retire() {
    Map<NodeName, List<Claim>> byNode =
        request.owned().claims().stream()
            .filter(Claim::showsMarks)
            .filter(claim -> claim.part() == NodePart.SYSTEM && claim.node().isPresent())
            .collect(
                Collectors.groupingBy(
                    claim -> claim.node().orElseThrow(), TreeMap::new, Collectors.toList()));
    byNode.forEach(
        (node, vms) -> {
          if (isBesideARunningOne(vms)) {
            unfinished(vms).forEach(vm -> retire(node, vm));
          }
        });
  }

  private void retire(NodeName node, Claim claim) {
    ObservedGuest guest = claim.guest();
    if (isAsMade(guest)) {
      draft.changes.add(Removal.retire(request.owned().vm(claim), guest));
    } else {
      draft.report(
          PlanFinding.NODE_HAS_TWO_VMS,
          null,
          guest.label()
              + " was begun for node "
              + node
              + ", which runs elsewhere, but it is not as it was made: it is protected or locked, or"
              + " has snapshots or drives of its own.",
          "Look at it in Proxmox VE, and remove it there if nobody needs it.");
    }
  }

  private static boolean isAsMade(ObservedGuest guest) {
    return !Removal.isProtected(guest)
        && guest.currentLock().isEmpty()
        && guest.configuration().filter(NeverStarted::hasNothingMore).isPresent()
        && guest.configuration().stream()
            .flatMap(live -> LiveDisk.all(live).entrySet().stream())
            .allMatch(
                disk -> MADE.contains(disk.getKey()) && isOwn(disk.getValue().volume(), guest));
  }

  private static boolean hasNothingMore(GuestConfiguration live) {
    return live.get("parent").isEmpty()
        && live.current().keySet().stream().noneMatch(key -> key.startsWith("unused"));
  }

  private static boolean isOwn(Volume volume, ObservedGuest guest) {
    return volume.owner().equals(OptionalInt.of(guest.id().value()));
  }
}
