package io.github.talosforge.plan;

import io.github.talosforge.desired.DataVolume;
import io.github.talosforge.model.HostName;
import io.github.talosforge.model.StorageName;
import io.github.talosforge.model.VmId;
import io.github.talosforge.observe.NodeVm;
import io.github.talosforge.observe.ObservedGuest;
import io.github.talosforge.proxmox.property.Volume;
import java.util.Collection;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;

/** The sentences about VMs that keep nodes' data. */
final class DataVmReport {
  private final NodeTarget target;
  private final Draft draft;

  DataVmReport(NodeTarget target, Draft draft) {
    this.target = target;
    this.draft = draft;
  }

  void missing(Optional<ObservedGuest> node) {
    Optional<String> used =
        target.assignment().dataVmId().flatMap(id -> node.flatMap(vm -> volumeOf(id, vm)));
    String live =
        "Node " + target.node() + " lives without a data VM, the files say data_vm: true.";
    draft.report(
        PlanFinding.DATA_VM_MISSING,
        target.spec().provenance().nearest("data_vm"),
        used.map(
                volume ->
                    "The data VM of node "
                        + target.node()
                        + " is gone or cannot be seen, but the node uses "
                        + volume
                        + ", which was its.")
            .orElseGet(() -> live + " What a live node has on its own disks is never moved."),
        used.isPresent()
            ? "Remove nothing. Let the credentials see VM "
                + target.assignment().dataVmId().orElseThrow()
                + ", or bring it back from a backup of its configuration."
            : "Write data_vm: false, or remove the node and let it be made anew.");
  }

  private static Optional<String> volumeOf(VmId dataVm, ObservedGuest node) {
    return node.configuration().stream()
        .flatMap(live -> Removal.foreign(node, live).values().stream())
        .filter(volume -> Volume.parse(volume).owner().equals(OptionalInt.of(dataVm.value())))
        .findFirst();
  }

  void notInFiles(ObservedGuest guest) {
    draft.report(
        PlanFinding.DATA_VM_NOT_IN_FILES,
        target.spec().provenance().nearest("data_vm"),
        guest.label()
            + " keeps the data of node "
            + target.node()
            + ", the files say that it has no data VM. The data of a live node is never moved.",
        "Write data_vm: true. To give the data up, destroy the node with its data first.");
  }

  /** Tells whether a data VM keeps local disks on another host, where its node cannot use them. */
  boolean isElsewhere(
      ObservedGuest guest, HostName host, Set<StorageName> storages, PlanRequest request) {
    Optional<StorageName> local =
        storages.stream().filter(storage -> !request.observed().isShared(storage)).findFirst();
    if (guest.host().equals(host) || local.isEmpty()) {
      return false;
    }
    draft.report(
        PlanFinding.DATA_VM_ELSEWHERE,
        target.spec().provenance().nearest("name"),
        guest.label()
            + " keeps the data of node "
            + target.node()
            + " on "
            + local.get()
            + ", which is local to its host, but the node's VM is on "
            + host
            + ".",
        "Bring both to one host: migrate the one that moved back, while the node is off.");
    return true;
  }

  void local(StorageName storage) {
    draft.report(
        PlanFinding.DATA_VM_ON_LOCAL_STORAGE,
        target.spec().provenance().nearest("ha"),
        "High availability cannot move node "
            + target.node()
            + ": its data VM keeps disks on "
            + storage
            + ", which is local to a host, and Proxmox VE moves no local disk of another VM.",
        "Set ha: false; or, before the node is made, put its data on shared storage or set data_vm:"
            + " false.");
  }

  void unreachable(ObservedGuest guest) {
    draft.report(
        PlanFinding.HOST_DOWN,
        null,
        "Host "
            + guest.host()
            + " is down, and with it "
            + guest.label()
            + ", so nothing is planned for "
            + target.node()
            + ".",
        "Plan again when the host is back.");
  }

  /**
   * Looks for what is not as it should be on a data VM that is there.
   *
   * @param guest the data VM
   * @param kept what it keeps
   * @param node the node's VM, if there is one
   */
  void look(ObservedGuest guest, KeptVolumes kept, Optional<ObservedGuest> node) {
    if (guest.power() == ObservedGuest.Power.RUNNING) {
      draft.report(
          PlanFinding.DATA_VM_RUNS,
          null,
          guest.label() + " runs, although it only keeps the data of node " + target.node() + ".",
          "Stop it. It has no drives, so that no data is in danger as long as nobody adds one.");
    }
    UnwantedVolumes.report(target, guest, kept, node, draft);
    target
        .dataVolumes()
        .values()
        .forEach(
            volume ->
                Optional.ofNullable(kept.byName().get(volume.name()))
                    .filter(there -> !there.storage().equals(Optional.of(volume.storage().value())))
                    .ifPresent(there -> otherStorage(guest, there, volume)));
  }

  private void otherStorage(ObservedGuest guest, Volume there, DataVolume wanted) {
    draft.report(
        PlanFinding.DISK_ON_OTHER_STORAGE,
        target.spec().provenance().nearest("volumes"),
        guest.label()
            + " keeps "
            + there
            + ", the files say "
            + wanted.storage()
            + "; it stays, because Proxmox VE would give the moved volume another name, and a data"
            + " VM's volumes are known by theirs.",
        "Write the storage that it is on. To have the data elsewhere, name another volume there,"
            + " copy it within the node, and take this one out.");
  }

  /** Tells that snapshots of a node's VM hold its data disks too. */
  void snapshot(ObservedGuest guest) {
    draft.reportAbout(
        guest,
        PlanFinding.SNAPSHOT_HOLDS_DATA,
        guest.label()
            + " has snapshots, which hold its data disks too: a rollback rolls the data back.",
        "Delete the snapshots; back the data up by other means.");
  }

  void outlivedBySnapshot(ObservedGuest guest) {
    outlivedBySnapshot(guest, draft);
  }

  static void outlivedBySnapshot(ObservedGuest guest, Draft draft) {
    draft.reportAbout(
        guest,
        PlanFinding.SNAPSHOT_OUTLIVES_VM,
        guest.label()
            + " has snapshots. They are on its data disks too and would stay there when the VM is"
            + " gone, where nobody can delete them.",
        "Delete the snapshots first: qm delsnapshot " + guest.id() + " <name>");
  }

  static void kept(ObservedGuest guest, NodeVm vm, Draft draft) {
    draft.report(
        PlanFinding.DATA_VM_KEPT,
        null,
        guest.label() + " keeps the data of node " + vm.node() + " and stays.",
        "destroyCluster --with-data destroys it too.");
  }

  static void used(ObservedGuest guest, Collection<ObservedGuest> users, Draft draft) {
    draft.report(
        PlanFinding.DATA_IN_USE,
        null,
        "Volumes of "
            + guest.label()
            + " are attached to "
            + users.stream().map(ObservedGuest::label).sorted().collect(Collectors.joining(", "))
            + ", which stays.",
        "Detach them there first.");
  }

  /** Tells that a volume stays that has a data VM's number and was not made for it. */
  static void strange(ObservedGuest guest, String volume, Draft draft) {
    draft.report(
        PlanFinding.VOLUME_UNCLAIMED,
        null,
        "Volume "
            + volume
            + " carries the id of "
            + guest.label()
            + ", but was not made for it, so it stays.",
        "If nobody needs it, run on host " + guest.host() + ": pvesm free " + volume);
  }

  static void perhapsUsed(ObservedGuest guest, Collection<ObservedGuest> unseen, Draft draft) {
    draft.report(
        PlanFinding.HOST_DOWN,
        null,
        guest.label()
            + " stays with its data: whether "
            + unseen.stream().map(ObservedGuest::label).sorted().collect(Collectors.joining(", "))
            + " uses it cannot be read, because a host is down or the credentials may not.",
        "Destroy again, with its data, when everything can be read.");
  }
}
