package io.github.talosforge.preflight;

import io.github.talosforge.finding.Finding;
import io.github.talosforge.model.VmId;
import io.github.talosforge.observe.NodePart;
import io.github.talosforge.observe.ObservedCluster;
import io.github.talosforge.observe.ObservedGuest;
import io.github.talosforge.observe.VolumeUse;
import io.github.talosforge.observe.VolumeUse.Attached;
import io.github.talosforge.observe.VolumeUsers;
import io.github.talosforge.plan.DestroyVm;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.plan.PlanFinding;
import io.github.talosforge.proxmox.ProxmoxClient;
import io.github.talosforge.proxmox.property.Volume;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Looks who else uses the volumes of VMs that go. Proxmox frees them whoever has them attached,
 * such as a VM that was to save what is on them. Data VMs are looked at when their end is planned.
 */
final class GoingVolumesCheck {
  private final ObservedCluster world;
  private final List<DestroyVm> nodes;
  private final Set<VmId> going;
  private final List<Finding> findings = new ArrayList<>();

  private GoingVolumesCheck(Plan plan, ObservedCluster world) {
    this.world = world;
    List<DestroyVm> ends = plan.changes(DestroyVm.class);
    this.nodes =
        ends.stream().filter(end -> end.vm().identity().part() == NodePart.SYSTEM).toList();
    this.going = ends.stream().map(end -> end.vm().vmId()).collect(Collectors.toSet());
  }

  static List<Finding> check(Plan plan, ObservedCluster world, ProxmoxClient client) {
    GoingVolumesCheck check = new GoingVolumesCheck(plan, world);
    VolumeUse use =
        new VolumeUsers(client, world)
            .of(check.nodes.stream().map(end -> end.vm().vmId()).collect(Collectors.toSet()));
    check.nodes.forEach(end -> check.compare(end, use.attached()));
    check.unread(use.unread());
    return check.findings;
  }

  private void compare(DestroyVm end, List<Attached> attached) {
    attached.stream()
        .filter(use -> use.volume().owner().equals(OptionalInt.of(end.vm().vmId().value())))
        .filter(use -> !going.contains(use.guest().id()))
        .filter(use -> world.isInReach(use.guest(), end.vm().host(), use.volume()))
        .forEach(use -> report(end, use));
  }

  private void report(DestroyVm end, Attached use) {
    findings.add(
        PlanFinding.DATA_IN_USE.finding(
            use.volume()
                + ", which would go with "
                + end.vm().label()
                + " of "
                + end.vm().subject()
                + ", is attached to "
                + use.guest().label()
                + ".",
            "Copy what is needed first. Then shut that VM down and detach it: qm set "
                + use.guest().id()
                + " --delete "
                + use.key()));
  }

  private void unread(List<ObservedGuest> unread) {
    List<ObservedGuest> possible =
        unread.stream()
            .filter(guest -> !going.contains(guest.id()))
            .filter(guest -> nodes.stream().anyMatch(end -> isReachable(end, guest)))
            .toList();
    DataUseCheck.doubt(possible, "has disks attached that go with nodes").ifPresent(findings::add);
  }

  private boolean isReachable(DestroyVm end, ObservedGuest guest) {
    return end.volumes().stream()
        .anyMatch(volume -> world.isInReach(guest, end.vm().host(), Volume.parse(volume)));
  }
}
