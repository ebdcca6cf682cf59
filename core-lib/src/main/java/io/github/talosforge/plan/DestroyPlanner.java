package io.github.talosforge.plan;

import io.github.talosforge.finding.FindingReport;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.model.NodeRole;
import io.github.talosforge.model.NodeSpec;
import io.github.talosforge.model.VmId;
import io.github.talosforge.observe.Claim;
import io.github.talosforge.observe.GuestConfiguration;
import io.github.talosforge.observe.NodeIdentity;
import io.github.talosforge.observe.ObservedCluster;
import io.github.talosforge.observe.ObservedGuest;
import io.github.talosforge.observe.ObservedHa;
import io.github.talosforge.observe.Ownership;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;

/**
 * Plans the end of a cluster: every VM that is provably its, whether or not the files still name
 * it, and nothing else. Templates and images are kept.
 */
public final class DestroyPlanner {

  /**
   * Makes the plan.
   *
   * @param spec the cluster as the files describe it
   * @param observed the live system
   * @param ownership tells whose a VM is
   * @param selection the nodes to destroy
   * @param liftProtection whether protected VMs may be destroyed too; otherwise they block the plan
   */
  public Plan plan(
      ClusterSpec spec,
      ObservedCluster observed,
      Ownership ownership,
      NodeSelection selection,
      boolean liftProtection) {
    Draft draft = new Draft();
    Set<NodeName> left = new TreeSet<>();
    List<ObservedGuest> own = new ArrayList<>();
    for (ObservedGuest guest : observed.guests()) {
      Claim claim = ownership.claim(guest, observed.isOnline(guest.host()));
      if (claim.isWritable() && claim.node().filter(selection::selects).isEmpty()) {
        claim.node().ifPresent(left::add);
      } else if (claim.isWritable()) {
        own.add(guest);
        DestroyVm end = destroy(spec, ownership.identity(claim.node().orElseThrow()), guest);
        draft.changes.add(end);
        if (end.protectedNow() && !liftProtection) {
          guarded(guest, draft);
        }
      } else if (claim.state() == Claim.State.UNREACHABLE) {
        claim.node().ifPresent(left::add);
        unreachable(guest, draft);
      }
    }
    observed.ha().ifPresent(ha -> emptyGroups(ha, HaNames.of(ownership.uid()), draft));
    return new Plan(
        spec.name(),
        draft.changes,
        FindingReport.of(draft.findings),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        Set.of(),
        left,
        PlanDigest.of(draft.changes, own));
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

  private static DestroyVm destroy(ClusterSpec spec, NodeIdentity identity, ObservedGuest guest) {
    Optional<NodeSpec> node =
        spec.nodes().stream().filter(one -> one.name().equals(identity.node())).findFirst();
    NodeVm vm =
        new NodeVm(
            identity,
            node.map(NodeSpec::role).orElse(NodeRole.WORKER),
            guest.id(),
            guest.host(),
            guest.address(),
            node.map(one -> one.vm().lifecycle().startup().order()).orElse(1));
    return new DestroyVm(
        ChangeId.of("destroy", identity.node(), guest.id()),
        vm,
        guest.power() != ObservedGuest.Power.STOPPED,
        guest
            .configuration()
            .flatMap(live -> live.get("protection"))
            .filter("1"::equals)
            .isPresent(),
        guest.configuration().map(live -> volumes(live, guest)).orElseGet(List::of),
        Set.of());
  }

  /** Proxmox frees the volumes that carry the VM's own id, and no others. */
  private static List<String> volumes(GuestConfiguration live, ObservedGuest guest) {
    OptionalInt owner = OptionalInt.of(guest.id().value());
    return LiveDisk.all(live).values().stream()
        .map(LiveDisk::volume)
        .filter(volume -> volume.owner().equals(owner))
        .map(Object::toString)
        .toList();
  }

  private static void guarded(ObservedGuest guest, Draft draft) {
    draft.report(
        PlanFinding.VM_PROTECTED,
        null,
        guest.label() + " is protected.",
        "Take the protection off by hand, or say that it may be lifted.");
  }

  private static void unreachable(ObservedGuest guest, Draft draft) {
    draft.report(
        PlanFinding.HOST_DOWN,
        null,
        "Host " + guest.host() + " is down, so " + guest.label() + " stays.",
        "Destroy again when the host is back.");
  }
}
