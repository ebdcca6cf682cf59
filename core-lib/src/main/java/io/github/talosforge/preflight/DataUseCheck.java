package io.github.talosforge.preflight;

import io.github.talosforge.finding.Finding;
import io.github.talosforge.model.VmId;
import io.github.talosforge.observe.NodeVm;
import io.github.talosforge.observe.ObservedCluster;
import io.github.talosforge.observe.ObservedGuest;
import io.github.talosforge.observe.VolumeUse;
import io.github.talosforge.observe.VolumeUse.Attached;
import io.github.talosforge.observe.VolumeUsers;
import io.github.talosforge.plan.AddDisk;
import io.github.talosforge.plan.AddVolumes;
import io.github.talosforge.plan.CreateVm;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.plan.PlanFinding;
import io.github.talosforge.proxmox.ProxmoxClient;
import io.github.talosforge.proxmox.property.VmConfigKey;
import io.github.talosforge.proxmox.property.Volume;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Looks who uses the data that nodes are to be given. Proxmox attaches a volume to as many VMs as
 * one likes, and two that write to it destroy what is on it.
 */
final class DataUseCheck {
  private final ObservedCluster world;
  private final List<Finding> findings = new ArrayList<>();

  /** A volume of another VM that a node's VM is to have. */
  private record Wish(NodeVm vm, Volume volume) {}

  private DataUseCheck(ObservedCluster world) {
    this.world = world;
  }

  static List<Finding> check(Plan plan, ObservedCluster world, ProxmoxClient client) {
    List<Wish> wishes = wishes(plan);
    Set<VmId> owners =
        wishes.stream()
            .map(wish -> VmId.of(wish.volume().owner().getAsInt()))
            .collect(Collectors.toSet());
    VolumeUse use = new VolumeUsers(client, world).of(owners);
    DataUseCheck check = new DataUseCheck(world);
    wishes.forEach(wish -> check.compare(wish, use.attached()));
    check.unread(wishes, use.unread());
    return check.findings;
  }

  /** A volume that the plan makes is nobody's yet. */
  private static List<Wish> wishes(Plan plan) {
    Set<String> made =
        plan.changes(AddVolumes.class).stream()
            .flatMap(add -> add.volumes().stream())
            .map(AddVolumes.NewVolume::volume)
            .collect(Collectors.toSet());
    List<Wish> wishes = new ArrayList<>();
    plan.changes(AddDisk.class).forEach(add -> wish(add.vm(), add.key(), add.value(), wishes));
    plan.changes(CreateVm.class)
        .forEach(
            create ->
                create
                    .configuration()
                    .values()
                    .forEach((key, value) -> wish(create.vm(), key, value, wishes)));
    wishes.removeIf(wish -> made.contains(wish.volume().text()));
    return wishes;
  }

  private static void wish(NodeVm vm, String key, String value, Collection<Wish> wishes) {
    if (VmConfigKey.of(key).bus().isPresent()) {
      Volume volume = Volume.parse(value.split(",", 2)[0]);
      if (volume.owner().isPresent() && volume.owner().getAsInt() != vm.vmId().value()) {
        wishes.add(new Wish(vm, volume));
      }
    }
  }

  private void compare(Wish wish, List<Attached> attached) {
    attached.stream()
        .filter(use -> use.volume().equals(wish.volume()))
        .filter(use -> !use.guest().id().equals(wish.vm().vmId()))
        .filter(use -> isReachable(wish, use.guest()))
        .forEach(use -> report(wish, use));
  }

  private boolean isReachable(Wish wish, ObservedGuest guest) {
    return world.isInReach(guest, wish.vm().host(), wish.volume());
  }

  private void report(Wish wish, Attached use) {
    findings.add(
        PlanFinding.DATA_IN_USE.finding(
            wish.volume()
                + ", which "
                + wish.vm().subject()
                + " is to have, is attached to "
                + use.guest().label()
                + ". Two VMs that write to one disk destroy what is on it.",
            "If nobody needs it there, shut that VM down and detach it: qm set "
                + use.guest().id()
                + " --delete "
                + use.key()));
  }

  private void unread(List<Wish> wishes, List<ObservedGuest> unread) {
    List<ObservedGuest> possible =
        unread.stream()
            .filter(guest -> wishes.stream().noneMatch(w -> w.vm().vmId().equals(guest.id())))
            .filter(guest -> wishes.stream().anyMatch(wish -> isReachable(wish, guest)))
            .toList();
    doubt(possible, "has data attached that nodes are to be given").ifPresent(findings::add);
  }

  /** Tells of guests that could not be asked, if there are any. */
  static Optional<Finding> doubt(List<ObservedGuest> unread, String what) {
    return unread.isEmpty()
        ? Optional.empty()
        : Optional.of(
            PlanFinding.HOST_DOWN.finding(
                "Whether %s %s cannot be read, because a host is down or the credentials may not."
                    .formatted(
                        unread.stream().map(ObservedGuest::label).collect(Collectors.joining(", ")),
                        what),
                "Wait until it can be read if somebody may have attached one there."));
  }
}
