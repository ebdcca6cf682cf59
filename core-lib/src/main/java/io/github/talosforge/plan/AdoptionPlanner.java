package io.github.talosforge.plan;

import io.github.talosforge.finding.FindingReport;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.DiskEncryptionSpec.EncryptionKey;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.model.NodeSpec;
import io.github.talosforge.model.VmId;
import io.github.talosforge.observe.Claim;
import io.github.talosforge.observe.GuestConfiguration;
import io.github.talosforge.observe.HiddenGuests;
import io.github.talosforge.observe.NodeIdentity;
import io.github.talosforge.observe.NodePart;
import io.github.talosforge.observe.NodeVm;
import io.github.talosforge.observe.ObservedCluster;
import io.github.talosforge.observe.ObservedGuest;
import io.github.talosforge.observe.OwnedCluster;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Makes VMs that somebody named nodes of a cluster. Only who shows no other owner can be taken; and
 * taking writes nothing but marks, so that what would follow can be looked at first.
 */
public final class AdoptionPlanner {
  private static final Set<Claim.State> TAKABLE =
      Set.of(
          Claim.State.FOREIGN,
          Claim.State.COPY,
          Claim.State.UNPROVEN,
          Claim.State.RENAMED,
          Claim.State.TAGS_LOST);

  private final OwnedCluster owned;
  private final ClusterSpec spec;
  private final ObservedCluster observed;
  private final HiddenGuests hidden;
  private final Draft draft = new Draft();
  private final Map<ObservedGuest, ObservedGuest> taken = new HashMap<>();
  private final Set<VmId> named = new HashSet<>();

  /**
   * Prepares to plan.
   *
   * @param owned the live system, with the configurations of the named VMs, and whose each guest is
   */
  public AdoptionPlanner(OwnedCluster owned) {
    this.owned = owned;
    this.spec = owned.files();
    this.observed = owned.observed();
    this.hidden = owned.hidden();
  }

  /**
   * Plans.
   *
   * @param wishes the node that each VM becomes, by the VM's id or name
   * @param afterwards plans for the live system as it would be
   */
  public Adoption plan(Map<String, NodeName> wishes, Function<OwnedCluster, Plan> afterwards) {
    Set<NodeName> once = new HashSet<>();
    new TreeMap<>(wishes)
        .forEach(
            (wish, node) -> {
              if (once.add(node)) {
                adopt(wish, node);
              } else {
                refuse(
                    "Two VMs cannot become node " + node + ".",
                    "Name one VM for each node; the other can become another node.");
              }
            });
    refuseUnderAnotherName();
    List<ObservedGuest> own = List.copyOf(taken.keySet());
    Plan marks =
        Plan.of(
                spec.name(),
                draft.changes,
                FindingReport.of(draft.findings),
                PlanDigest.of(draft.changes, own))
            .withNodes(draft.unchanged, Set.of());
    return new Adoption(marks, marks.isBlocked() ? marks : afterwards.apply(owned.with(taken)));
  }

  /** Marks of one name beside VMs of another would make two clusters of one. */
  private void refuseUnderAnotherName() {
    IdentityReport report = new IdentityReport(owned, draft);
    owned.claims().stream()
        .filter(claim -> claim.state() == Claim.State.OTHER_CLUSTER_NAME)
        .forEach(
            claim -> claim.node().ifPresent(node -> report.clusterRenamed(claim.guest(), node)));
    owned
        .perhapsRenamed()
        .forEach(
            guest ->
                refuse(
                    guest.label()
                        + " may be this cluster's under another cluster_name (its tags: "
                        + String.join(", ", guest.tags())
                        + "): nobody can tell while host "
                        + guest.host()
                        + " is down.",
                    "Bring " + guest.host() + " back first."));
  }

  private void adopt(String wish, NodeName name) {
    Optional<NodeSpec> node = owned.node(name);
    if (node.isEmpty()) {
      refuse("The files have no node " + name + ".", "Write it into them first.");
      return;
    }
    List<ObservedGuest> found = observed.guests().stream().filter(vm -> isMeant(vm, wish)).toList();
    if (found.size() != 1) {
      refuse(
          (found.isEmpty() ? "There is no VM " : "There are several VMs ") + wish + ".",
          "Give the number of a VM that the credentials may see.");
      return;
    }
    ObservedGuest guest = found.get(0);
    if (!named.add(guest.id())) {
      refuse(
          guest.label() + " is named twice, by its number and by its name.",
          "Name it once, for the node that it becomes.");
      return;
    }
    Claim claim = owned.claim(guest);
    if (isVmOf(name, claim)) {
      draft.unchanged.add(name);
    } else if (isAllowed(guest, claim, node.get())) {
      mark(guest, guest.configuration().orElseThrow(), node.get());
    }
  }

  private static boolean isMeant(ObservedGuest guest, String wish) {
    return guest.id().toString().equals(wish) || guest.currentName().equals(wish);
  }

  private boolean isAllowed(ObservedGuest guest, Claim claim, NodeSpec node) {
    NodeName name = node.name();
    Optional<ObservedGuest> rival = vmOf(name).filter(other -> !other.id().equals(guest.id()));
    List<ObservedGuest> perhaps = hidden.of(name);
    if (!observed.isOnline(guest.host())) {
      refuse(
          guest.label() + " cannot be read: host " + guest.host() + " is down.",
          "Bring " + guest.host() + " back first.");
    } else if (!perhaps.isEmpty()) {
      refuse(
          "Node "
              + name
              + " may have a VM already: nobody can tell what "
              + HiddenNodes.vms(perhaps)
              + " on a host that is down ("
              + HiddenGuests.hosts(perhaps)
              + ") is.",
          "Bring the host back first.");
    } else if (guest.kind() != ObservedGuest.Kind.VM || guest.configuration().isEmpty()) {
      refuse(guest.label() + " is no VM that could be read.", "Name another one.");
    } else if (LostDataVm.is(claim)) {
      LostDataVm keeper = new LostDataVm(owned, claim);
      refuse(keeper.message(), keeper.suggestion(name));
    } else if (!TAKABLE.contains(claim.state()) || isOfAnotherCluster(guest, claim, name)) {
      refuse(
          guest.label() + " shows the marks of another node or cluster.",
          "If that is not true any more, take its tags off and give it another SMBIOS UUID.");
    } else if (rival.isPresent()) {
      refuse(
          "Node " + name + " has a VM already: " + rival.get().label() + ".",
          "Adopt this one as another node.");
    } else if (node.vmId().filter(id -> !id.equals(guest.id())).isPresent()) {
      refuse(
          guest.label() + " cannot get the id that the files give node " + name + ".",
          "Write vm_id: " + guest.id() + " for the node.");
    } else if (guest.currentLock().isPresent()) {
      refuse(guest.label() + " is locked (" + guest.currentLock().get() + ").", "Wait for that.");
    } else if (isBoundToItsUuid()) {
      refuse(
          "Adopting gives "
              + guest.label()
              + " another UUID, and its disks are encrypted with a key that follows from it.",
          "Such a node cannot be adopted; replace it by a new one.");
    } else {
      return true;
    }
    return false;
  }

  private boolean isBoundToItsUuid() {
    return spec.talos().encryption().state() == EncryptionKey.NODE_ID
        || spec.talos().encryption().ephemeral() == EncryptionKey.NODE_ID;
  }

  private boolean isOfAnotherCluster(ObservedGuest guest, Claim claim, NodeName name) {
    boolean marked = guest.currentTags().contains(NodeIdentity.OURS.value());
    boolean ours = guest.currentTags().contains(owned.tag().value());
    return (marked && !ours) || claim.node().filter(node -> !node.equals(name)).isPresent();
  }

  private Optional<ObservedGuest> vmOf(NodeName node) {
    return owned.claims().stream()
        .filter(claim -> isVmOf(node, claim))
        .map(Claim::guest)
        .findFirst();
  }

  /** The VM that keeps a node's data is the node's too, but not the node. */
  private static boolean isVmOf(NodeName node, Claim claim) {
    return claim.isWritable()
        && claim.part() == NodePart.SYSTEM
        && claim.node().equals(Optional.of(node));
  }

  private void mark(ObservedGuest guest, GuestConfiguration live, NodeSpec node) {
    NodeVm vm = owned.vm(node.name(), NodePart.SYSTEM, guest.id(), guest.host(), guest.address());
    Map<String, String> values = new TreeMap<>();
    List<FieldChange> fields = new ArrayList<>();
    boolean running = guest.power() != ObservedGuest.Power.STOPPED;
    Marks.ofIdentity(vm, live)
        .forEach(
            (key, wanted) -> {
              Optional<String> now = live.get(key);
              if (!now.equals(Optional.of(wanted))) {
                values.put(key, wanted);
                boolean waits = running && key.equals("smbios1");
                fields.add(
                    new FieldChange(
                        key,
                        Optional.empty(),
                        now,
                        Optional.of(wanted),
                        waits ? Effect.AFTER_STOP_START : Effect.AT_ONCE,
                        Optional.empty()));
              }
            });
    taken.put(guest, guest.withConfiguration(live.with(values, running)));
    draft.changes.add(
        new AdoptVm(
            ChangeId.of("adopt", node.name()), vm, live.digest(), fields, values, Set.of()));
  }

  private void refuse(String message, String suggestion) {
    draft.report(PlanFinding.VM_NOT_ADOPTABLE, null, message, suggestion);
  }
}
