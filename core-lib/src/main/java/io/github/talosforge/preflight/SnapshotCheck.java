package io.github.talosforge.preflight;

import static java.util.stream.Collectors.joining;

import io.github.talosforge.finding.Finding;
import io.github.talosforge.model.VmId;
import io.github.talosforge.observe.NodePart;
import io.github.talosforge.observe.NodeVm;
import io.github.talosforge.plan.DestroyVm;
import io.github.talosforge.plan.DetachDisk;
import io.github.talosforge.plan.FieldChange;
import io.github.talosforge.plan.MoveDisk;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.plan.PlanFinding;
import io.github.talosforge.plan.StopStartVm;
import io.github.talosforge.proxmox.ErrorKind;
import io.github.talosforge.proxmox.ProxmoxClient;
import io.github.talosforge.proxmox.ProxmoxException;
import io.github.talosforge.proxmox.Vm;
import io.github.talosforge.proxmox.VmSnapshot;
import io.github.talosforge.proxmox.property.VmConfigKey;
import io.github.talosforge.proxmox.property.Volume;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Lists the snapshots of VMs that are destroyed, lose a disk or have one moved. A configuration
 * names the last one at most, so that the plan, which reads nothing else, can have missed them.
 */
final class SnapshotCheck {
  private static final Set<String> FIRMWARE = Set.of("efidisk0", "tpmstate0");

  private final ProxmoxClient client;
  private final Set<VmId> going;
  private final List<Finding> findings = new ArrayList<>();

  private SnapshotCheck(ProxmoxClient client, Set<VmId> going) {
    this.client = client;
    this.going = going;
  }

  static List<Finding> check(Plan plan, ProxmoxClient client) {
    Set<VmId> going =
        plan.changes(DestroyVm.class).stream()
            .map(destroy -> destroy.vm().vmId())
            .collect(Collectors.toSet());
    SnapshotCheck check = new SnapshotCheck(client, going);
    plan.changes(DestroyVm.class).stream()
        .map(DestroyVm::vm)
        .filter(vm -> vm.identity().part() == NodePart.SYSTEM)
        .filter(vm -> !says(plan, PlanFinding.SNAPSHOT_OUTLIVES_VM, vm))
        .forEach(check::outlives);
    losingDisks(plan)
        .filter(vm -> !says(plan, PlanFinding.SNAPSHOT_HOLDS_DATA, vm))
        .forEach(check::holds);
    plan.changes(MoveDisk.class).forEach(check::holdsMoved);
    return check.findings;
  }

  /** What the plan says of one VM says nothing of the others. */
  private static boolean says(Plan plan, PlanFinding kind, NodeVm vm) {
    return plan.findings().says(kind.code(), String.valueOf(vm.vmId()));
  }

  private static Stream<NodeVm> losingDisks(Plan plan) {
    Stream<NodeVm> running =
        plan.changes(StopStartVm.class).stream()
            .filter(restart -> restart.fields().stream().anyMatch(FieldChange::removesDrive))
            .map(StopStartVm::vm);
    Stream<NodeVm> off = plan.changes(DetachDisk.class).stream().map(DetachDisk::vm);
    return Stream.concat(running, off).distinct();
  }

  private void outlives(NodeVm vm) {
    List<VmSnapshot> held = holdingData(vm);
    if (!held.isEmpty()) {
      findings.add(
          PlanFinding.SNAPSHOT_OUTLIVES_VM.finding(
              vm.label()
                  + " has snapshots ("
                  + names(held)
                  + "). They are on its data disks too and would stay there when the VM is gone,"
                  + " where nobody can delete them.",
              "Delete the snapshots first: qm delsnapshot " + vm.vmId() + " <name>"));
    }
  }

  private void holds(NodeVm vm) {
    List<VmSnapshot> held = holdingData(vm);
    if (!held.isEmpty()) {
      findings.add(
          PlanFinding.SNAPSHOT_HOLDS_DATA.finding(
              vm.label()
                  + " has snapshots ("
                  + names(held)
                  + "), which hold its data disks too, also those that are detached now: a rollback"
                  + " attaches them and rolls the data back.",
              "Delete the snapshots; back the data up by other means."));
    }
  }

  /** Proxmox refuses to delete what a snapshot needs. */
  private void holdsMoved(MoveDisk move) {
    List<VmSnapshot> held = holding(move.vm(), volume -> volume.text().equals(move.volume()));
    if (!held.isEmpty()) {
      findings.add(
          PlanFinding.DISK_IN_SNAPSHOT.finding(
              "Disk "
                  + move.key()
                  + " of "
                  + move.vm().label()
                  + " cannot be moved to "
                  + move.storage()
                  + ": snapshots ("
                  + names(held)
                  + ") need the volume that it is on.",
              "Delete the snapshots (qm delsnapshot "
                  + move.vm().vmId()
                  + " <name>), or write the storage that it is on."));
    }
  }

  private static String names(List<VmSnapshot> snapshots) {
    return snapshots.stream().map(VmSnapshot::name).collect(joining(", "));
  }

  /** Returns the snapshots that hold a disk of another VM which stays. */
  private List<VmSnapshot> holdingData(NodeVm node) {
    return holding(
        node,
        volume ->
            volume.owner().isPresent()
                && volume.owner().getAsInt() != node.vmId().value()
                && !going.contains(VmId.of(volume.owner().getAsInt())));
  }

  private List<VmSnapshot> holding(NodeVm node, Predicate<Volume> which) {
    Vm vm = client.vm(node.host().value(), node.vmId().value());
    try {
      return vm.snapshots().stream().filter(one -> holds(vm, one, which)).toList();
    } catch (ProxmoxException e) {
      if (e.kind() == ErrorKind.NOT_FOUND) {
        return List.of();
      }
      throw e;
    }
  }

  private static boolean holds(Vm vm, VmSnapshot snapshot, Predicate<Volume> which) {
    return vm.snapshotConfig(snapshot.name()).settings().entrySet().stream()
        .filter(entry -> isDrive(entry.getKey()))
        .map(entry -> Volume.parse(entry.getValue().split(",", 2)[0]))
        .anyMatch(which);
  }

  private static boolean isDrive(String key) {
    return VmConfigKey.of(key).bus().isPresent() || FIRMWARE.contains(key);
  }
}
