package io.github.talosforge.plan;

import io.github.talosforge.finding.FindingReport;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.model.NodeRole;
import io.github.talosforge.model.NodeSpec;
import io.github.talosforge.observe.Claim;
import io.github.talosforge.observe.GuestConfiguration;
import io.github.talosforge.observe.NodeIdentity;
import io.github.talosforge.observe.ObservedCluster;
import io.github.talosforge.observe.ObservedGuest;
import io.github.talosforge.observe.Ownership;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;

/**
 * Plans the end of a cluster: every VM that is provably its, whether or not the files still name
 * it, and nothing else. Templates and images are kept.
 */
public final class DestroyPlanner {

  /** Makes the plan. */
  public Plan plan(ClusterSpec spec, ObservedCluster observed, Ownership ownership) {
    Draft draft = new Draft();
    Set<NodeName> left = new TreeSet<>();
    List<ObservedGuest> own = new ArrayList<>();
    for (ObservedGuest guest : observed.guests()) {
      Claim claim = ownership.claim(guest, observed.isOnline(guest.host()));
      if (claim.isWritable()) {
        own.add(guest);
        draft.changes.add(destroy(spec, ownership.identity(claim.node().orElseThrow()), guest));
      } else if (claim.state() == Claim.State.UNREACHABLE) {
        claim.node().ifPresent(left::add);
        unreachable(guest, draft);
      }
    }
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

  private static void unreachable(ObservedGuest guest, Draft draft) {
    draft.report(
        PlanFinding.HOST_DOWN,
        null,
        "Host " + guest.host() + " is down, so " + guest.label() + " stays.",
        "Destroy again when the host is back.");
  }
}
