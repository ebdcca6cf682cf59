package io.github.talosforge;

import io.github.talosforge.cidata.CidataFile;
import io.github.talosforge.finding.Finding;
import io.github.talosforge.finding.FindingReport;
import io.github.talosforge.model.HostName;
import io.github.talosforge.model.ImageSpec.Delivery;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.model.NodeSpec;
import io.github.talosforge.model.StorageName;
import io.github.talosforge.observe.Claim;
import io.github.talosforge.observe.NodePart;
import io.github.talosforge.observe.NodeVm;
import io.github.talosforge.observe.ObservedGuest;
import io.github.talosforge.observe.ObservedStorage;
import io.github.talosforge.observe.OwnedCluster;
import io.github.talosforge.plan.CidataDrive;
import io.github.talosforge.plan.DestroyVm;
import io.github.talosforge.plan.NodeSelection;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.plan.PlanFinding;
import io.github.talosforge.plan.RemoveDisc;
import io.github.talosforge.proxmox.ProxmoxClient;
import io.github.talosforge.proxmox.StoredVolume;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Which nodes wait for a CD with their configuration, and which CDs are there. A CD is ours if its
 * name has the cluster's uid; one in a drive counts only where the VM is provably a node's.
 */
final class DiscsInSight {
  private static final String ISO = "iso";
  private static final String DELETING = "Datastore.Allocate";

  /**
   * A CD.
   *
   * @param volume where it is
   * @param file what it is
   * @param host a host that sees it
   * @param in the VM whose drive it is in
   */
  record Disc(String volume, CidataFile file, HostName host, Optional<NodeVm> in) {}

  private final OwnedCluster owned;
  private final ProxmoxClient client;
  private final List<NodeVm> waiting = new ArrayList<>();
  private final List<NodeVm> started = new ArrayList<>();
  private final Map<String, Disc> attached = new TreeMap<>();

  /** Nodes with a VM that cannot be read or is in doubt: nobody knows what is in its drive. */
  private final Set<NodeName> unknown = new HashSet<>();

  DiscsInSight(ProxmoxClient client, OwnedCluster owned) {
    this.client = client;
    this.owned = owned;
    for (Claim claim : owned.claims()) {
      if (claim.part() == NodePart.DATA) {
        continue;
      }
      if (claim.state() == Claim.State.OURS) {
        look(claim.guest(), owned.vm(claim));
      } else {
        claim.node().ifPresent(unknown::add);
      }
    }
  }

  private void look(ObservedGuest guest, NodeVm vm) {
    Optional<NodeSpec> node = owned.node(vm.node());
    if (node.filter(one -> CidataDrive.waits(one, guest)).isPresent()) {
      waiting.add(vm);
    }
    if (node.filter(one -> CidataDrive.runsWithout(one, guest)).isPresent()) {
      started.add(vm);
    }
    guest
        .configuration()
        .flatMap(
            live -> CidataDrive.disc(live, owned.uid()).flatMap(file -> inDrive(file, vm, guest)))
        .ifPresent(disc -> attached.put(disc.volume() + "@" + disc.host(), disc));
  }

  private static Optional<Disc> inDrive(CidataFile file, NodeVm vm, ObservedGuest guest) {
    return guest
        .configuration()
        .flatMap(CidataDrive::volume)
        .filter(volume -> file.node().equals(vm.node()))
        .map(volume -> new Disc(volume, file, guest.host(), Optional.of(vm)));
  }

  /** Returns the VMs that stand still until they get a CD, in the order of their ids. */
  List<NodeVm> waiting() {
    return List.copyOf(waiting);
  }

  /**
   * Returns the nodes whose VMs stand still because they never got a CD. One with a CD in its drive
   * is none of them: it can have started, and somebody had secrets to make the CD with.
   */
  Set<NodeName> unstarted() {
    Set<NodeName> given =
        attached.values().stream().map(disc -> disc.file().node()).collect(Collectors.toSet());
    return waiting.stream()
        .map(NodeVm::node)
        .filter(node -> !given.contains(node))
        .collect(Collectors.toUnmodifiableSet());
  }

  /** Returns the VMs that run although they never had the CD that they should have got. */
  List<NodeVm> startedWithout() {
    return List.copyOf(started);
  }

  /** Returns the CDs that are there, except those of nodes that wait for one. */
  List<Disc> present() {
    Set<NodeName> pending = waiting.stream().map(NodeVm::node).collect(Collectors.toSet());
    return all().stream().filter(disc -> !pending.contains(disc.file().node())).toList();
  }

  /** Returns all CDs; storages are asked only where the files have nodes that get CDs. */
  List<Disc> all() {
    List<Disc> discs = new ArrayList<>(attached.values());
    boolean used =
        !attached.isEmpty()
            || owned.files().nodes().stream()
                .anyMatch(node -> node.image().delivery() == Delivery.CIDATA);
    if (used) {
      stored().stream()
          .filter(disc -> !attached.containsKey(disc.volume() + "@" + disc.host()))
          .forEach(discs::add);
    }
    return discs;
  }

  /** Returns all CDs; asks all storages, for the files may have had nodes that got CDs. */
  private List<Disc> everywhere() {
    List<Disc> discs = new ArrayList<>(attached.values());
    discs.addAll(stored());
    return discs;
  }

  /**
   * Returns a plan for leftovers with the removal of the CDs that are in no drive. A CD in the
   * drive of a node goes when the node is seen configured, which applyMachineConfigs looks after.
   */
  Plan withLeftovers(Plan plan) {
    Set<NodeName> pending = waiting.stream().map(NodeVm::node).collect(Collectors.toSet());
    List<Disc> loose =
        stored().stream().filter(disc -> !pending.contains(disc.file().node())).toList();
    String path = "/storage/" + owned.files().proxmox().imageStorage();
    if (owned.observed().allows(path, DELETING)) {
      return plan.withDiscsRemoved(loose.stream().map(disc -> removal(disc, plan)).toList());
    }
    return plan.withFindings(
        FindingReport.of(loose.stream().map(disc -> notAllowed(disc, path)).toList()));
  }

  private static Finding notAllowed(Disc disc, String path) {
    return PlanFinding.REMOVAL_NOT_ALLOWED.finding(
        "CD "
            + disc.volume()
            + " on host "
            + disc.host()
            + " holds a machine configuration with the cluster's secrets and is in no drive. The"
            + " credentials lack "
            + DELETING
            + " on "
            + path
            + ", so it stays.",
        "Grant that and run removeLeftovers, or run on host "
            + disc.host()
            + ": pvesm free "
            + disc.volume());
  }

  /** Returns how CDs go with the VMs that they were made for. */
  List<RemoveDisc> removals(Plan destruction, NodeSelection selection) {
    return everywhere().stream()
        .filter(disc -> selection.selects(disc.file().node()))
        .filter(disc -> !destruction.left().contains(disc.file().node()))
        .map(disc -> removal(disc, destruction))
        .toList();
  }

  private static RemoveDisc removal(Disc disc, Plan destruction) {
    return RemoveDisc.of(
        disc.host(),
        StorageName.of(disc.volume().substring(0, disc.volume().indexOf(':'))),
        disc.file(),
        destruction.changes(DestroyVm.class).stream()
            .filter(destroy -> destroy.vm().node().equals(disc.file().node()))
            .map(DestroyVm::id)
            .collect(Collectors.toSet()));
  }

  /** Returns the CDs of the image storage that are in no drive of a node. */
  private List<Disc> stored() {
    StorageName name = owned.files().proxmox().imageStorage();
    Set<String> seen = new HashSet<>();
    List<Disc> discs = new ArrayList<>();
    for (ObservedStorage place : owned.observed().storages()) {
      boolean asked =
          place.name().equals(name)
              && place.available()
              && place.content().contains(ISO)
              && owned.observed().isOnline(place.host())
              && seen.add(place.shared() ? "" : place.host().value());
      if (asked) {
        client.storage(place.host().value(), name.value()).content(ISO).stream()
            .map(StoredVolume::id)
            .forEach(id -> own(id).map(file -> loose(id, file, place)).ifPresent(discs::add));
      }
    }
    return discs.stream()
        .filter(disc -> !isInSomeDrive(disc) && !unknown.contains(disc.file().node()))
        .toList();
  }

  private Optional<CidataFile> own(String volume) {
    return CidataFile.of(volume).filter(file -> file.cluster().equals(owned.uid()));
  }

  private static Disc loose(String volume, CidataFile file, ObservedStorage place) {
    return new Disc(volume, file, place.host(), Optional.empty());
  }

  /** On a shared storage every host sees a CD, whichever VM has it. */
  private boolean isInSomeDrive(Disc disc) {
    return attached.values().stream()
        .filter(other -> other.volume().equals(disc.volume()))
        .anyMatch(
            other ->
                other.host().equals(disc.host())
                    || owned.observed().isShared(owned.files().proxmox().imageStorage()));
  }

  /** Says why CDs cannot be handled; asked before the first is made, for none may stay. */
  Optional<String> obstacle(StorageName storage) {
    String path = "/storage/" + storage;
    for (String privilege : List.of("Datastore.AllocateTemplate", DELETING)) {
      if (!owned.observed().allows(path, privilege)) {
        return Optional.of(
            "Configurations on CDs hold the cluster's secrets and are deleted afterwards; the"
                + " credentials lack "
                + privilege
                + " on "
                + path
                + " for that.\nGrant it, or write config_delivery: api.");
      }
    }
    return waiting.stream()
        .map(NodeVm::host)
        .filter(
            host ->
                owned
                    .observed()
                    .storage(storage, host)
                    .filter(place -> place.content().contains(ISO))
                    .isEmpty())
        .findFirst()
        .map(
            host ->
                "Storage "
                    + storage
                    + " of host "
                    + host
                    + " does not allow the content 'iso', which CDs with configurations are.\n"
                    + "Allow it there, or name another one by proxmox_image_storage.");
  }
}
