package io.github.talosforge.plan;

import io.github.talosforge.observe.GuestConfiguration;
import io.github.talosforge.observe.NodeVm;
import io.github.talosforge.observe.ObservedGuest;
import io.github.talosforge.plan.DataVmPlanning.Prepared;
import io.github.talosforge.proxmox.property.VmConfigKey;
import io.github.talosforge.proxmox.property.Volume;
import io.github.talosforge.versions.VersionNote;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * How the VM of a node is made anew around its data: shut down, data disks off, destroyed, made,
 * data disks on. Whatever would be lost that the files cannot bring back forbids it.
 */
final class Rebuilding {
  private final PlanRequest request;
  private final Draft draft;
  private final boolean liftProtection;
  private final Optional<VersionNote> ran;

  Rebuilding(PlanRequest request, Draft draft, boolean liftProtection, Optional<VersionNote> ran) {
    this.request = request;
    this.draft = draft;
    this.liftProtection = liftProtection;
    this.ran = ran;
  }

  /** Returns what is noted before the VM goes. */
  Optional<VersionNote> ran() {
    return ran;
  }

  /** Returns the changes up to the point where the VM is made anew. */
  Row removal(Prepared node, NodeVm vm, ObservedGuest guest, GuestConfiguration live) {
    NodeTarget target = node.target();
    if (target.dataVolumes().isEmpty()) {
      withoutData(target);
    }
    LostData.key(request.spec(), target.node(), draft);
    if (live.get("parent").isPresent()) {
      new DataVmReport(target, draft).outlivedBySnapshot(guest);
    }
    live.current().forEach((key, text) -> checkDisk(target, guest, key, text));
    LostData.partitions(target.spec(), draft);
    Row row = new Row(node.before());
    row.add(
        before -> Removal.release(vm, guest, live, Removal.shutdownTimeout(target.spec()), before));
    row.add(before -> Removal.destroy(vm, guest, Set.of(), before));
    boolean guarded = live.get("protection").filter("1"::equals).isPresent();
    if (guarded && !liftProtection) {
      Removal.reportProtected(guest, draft);
    }
    return row;
  }

  private void withoutData(NodeTarget target) {
    draft.report(
        PlanFinding.REBUILD_WITHOUT_DATA_VM,
        target.spec().provenance().nearest("data_vm"),
        "Node "
            + target.node()
            + " has no data VM: its data is on the disks of the VM itself and would be lost.",
        "To replace such a node, destroy it and let it be made anew.");
  }

  /** What is on the system disk comes from the image and the machine configuration. */
  private void checkDisk(NodeTarget target, ObservedGuest guest, String key, String text) {
    VmConfigKey parsed = VmConfigKey.of(key);
    boolean disk = parsed.bus().isPresent() || parsed.family().equals("unused");
    if (!disk || key.equals(NodeTarget.SYSTEM_DISK) || key.equals(NodeTarget.CD_DRIVE)) {
      return;
    }
    Volume volume = Volume.parse(text.split(",", 2)[0]);
    if (volume.owner().equals(OptionalInt.of(guest.id().value()))
        && !volume.name().endsWith("cloudinit")) {
      draft.report(
          PlanFinding.REBUILD_LOSES_DISK,
          target.spec().provenance().nearest("name"),
          key
              + " of "
              + guest.label()
              + " ("
              + volume
              + ") belongs to the VM and would go with it.",
          "Give it to the data VM in Proxmox (Disk Action, Reassign Owner), or remove it first.");
    }
  }

  /** Tells when not exactly one node is selected. */
  static void checkSelection(PlanRequest request, Draft draft) {
    long selected =
        request.spec().nodes().stream()
            .filter(node -> request.selection().selects(node.name()))
            .count();
    if (selected != 1) {
      draft.report(
          PlanFinding.REBUILD_ONE_BY_ONE,
          null,
          "One node is rebuilt at a time, but " + selected + " are selected.",
          "Name one node: --node=NAME");
    }
  }
}
