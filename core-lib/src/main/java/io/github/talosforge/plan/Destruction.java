package io.github.talosforge.plan;

import io.github.talosforge.finding.Finding;
import io.github.talosforge.finding.FindingReport;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.ClusterUid;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.model.NodeRole;
import io.github.talosforge.model.NodeSpec;
import io.github.talosforge.observe.Claim;
import io.github.talosforge.observe.GuestConfiguration;
import io.github.talosforge.observe.ObservedCluster;
import io.github.talosforge.observe.ObservedGuest;
import io.github.talosforge.observe.Ownership;
import io.github.talosforge.proxmox.property.VmConfigKey;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Plans to remove the VMs of a cluster: those of the files, those that the files no longer name,
 * and those whose making was interrupted. Nothing that is not provably the cluster's is in it.
 */
public final class Destruction {
  private final ClusterSpec spec;
  private final Ownership ownership;
  private final NodeSelection selection;
  private final boolean liftProtection;
  private final List<Change> changes = new ArrayList<>();
  private final List<Finding> findings = new ArrayList<>();
  private final List<ObservedGuest> own = new ArrayList<>();
  private final Set<NodeName> left = new HashSet<>();

  private Destruction(
      ClusterSpec spec, Ownership ownership, NodeSelection selection, boolean liftProtection) {
    this.spec = spec;
    this.ownership = ownership;
    this.selection = selection;
    this.liftProtection = liftProtection;
  }

  /**
   * Plans the removal.
   *
   * @param spec the cluster
   * @param uid the cluster's uid
   * @param observed the live system
   * @param selection the nodes to remove
   * @param liftProtection whether protected VMs may be removed too
   * @return the plan; blocked when a protected VM is in the way
   */
  public static Plan plan(
      ClusterSpec spec,
      ClusterUid uid,
      ObservedCluster observed,
      NodeSelection selection,
      boolean liftProtection) {
    Ownership ownership = Ownership.of(spec, uid);
    Destruction destruction = new Destruction(spec, ownership, selection, liftProtection);
    for (ObservedGuest guest : observed.guests()) {
      Claim claim = ownership.claim(guest, observed.isOnline(guest.host()));
      claim.node().ifPresent(node -> destruction.consider(claim, node));
    }
    return destruction.plan();
  }

  private void consider(Claim claim, NodeName node) {
    if (!claim.isWritable()) {
      return;
    }
    if (!selection.selects(node)) {
      left.add(node);
      return;
    }
    ObservedGuest guest = claim.guest();
    own.add(guest);
    boolean guarded = has(guest, "protection", "1");
    if (guarded && !liftProtection) {
      findings.add(
          PlanFinding.VM_PROTECTED.at(
              null,
              guest.label() + " of node " + node + " is protected.",
              "Take the protection off by hand, or say that it may be lifted."));
      return;
    }
    changes.add(
        new DestroyVm(
            ChangeId.of("destroy", node),
            vm(guest, node),
            guest.power() != ObservedGuest.Power.STOPPED,
            guarded,
            volumes(guest),
            Set.of()));
  }

  private static boolean has(ObservedGuest guest, String key, String value) {
    return guest
        .configuration()
        .flatMap(values -> values.get(key))
        .filter(found -> VmConfigKey.of(key).sameMeaning(found, value))
        .isPresent();
  }

  private NodeVm vm(ObservedGuest guest, NodeName node) {
    Optional<NodeSpec> listed =
        spec.nodes().stream().filter(each -> each.name().equals(node)).findFirst();
    return new NodeVm(
        ownership.identity(node),
        listed.map(NodeSpec::role).orElse(NodeRole.WORKER),
        guest.id(),
        guest.host(),
        guest.address(),
        0);
  }

  private static List<String> volumes(ObservedGuest guest) {
    return guest.configuration().map(GuestConfiguration::current).stream()
        .flatMap(values -> values.entrySet().stream())
        .filter(entry -> VmConfigKey.of(entry.getKey()).bus().isPresent())
        .map(entry -> entry.getValue().split(",", 2)[0])
        .filter(volume -> volume.contains(":") && !volume.contains(":iso/"))
        .toList();
  }

  private Plan plan() {
    return new Plan(
        spec.name(),
        changes,
        FindingReport.of(findings),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        Set.of(),
        left,
        PlanDigest.of(changes, own));
  }
}
