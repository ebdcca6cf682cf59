package io.github.talosforge.plan;

import io.github.talosforge.model.NodeSpec;
import io.github.talosforge.observe.GuestConfiguration;
import io.github.talosforge.observe.NodePart;
import io.github.talosforge.observe.ObservedGuest;
import io.github.talosforge.proxmox.property.Volume;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;

/** How VMs are removed. */
final class Removal {
  private Removal() {}

  static Duration shutdownTimeout(NodeSpec node) {
    return Duration.ofSeconds(Math.max(1, node.vm().lifecycle().startup().down()));
  }

  /** Takes the disks off a VM that another VM owns. */
  static ReleaseDisks release(
      NodeVm vm,
      ObservedGuest guest,
      GuestConfiguration live,
      Duration shutdown,
      Set<ChangeId> before) {
    return new ReleaseDisks(
        ChangeId.of("release", vm.name()),
        vm,
        guest.power() != ObservedGuest.Power.STOPPED,
        foreign(guest, live),
        shutdown,
        before);
  }

  /** Returns the volumes of other VMs that a VM uses, by key. */
  static Map<String, String> foreign(ObservedGuest guest, GuestConfiguration live) {
    Map<String, String> foreign = new TreeMap<>();
    OptionalInt own = OptionalInt.of(guest.id().value());
    LiveDisk.all(live)
        .forEach(
            (key, disk) -> {
              OptionalInt owner = disk.volume().owner();
              if (owner.isPresent() && !owner.equals(own)) {
                foreign.put(key, disk.volume().text());
              }
            });
    return foreign;
  }

  static DestroyVm destroy(NodeVm vm, ObservedGuest guest, Set<ChangeId> before) {
    return new DestroyVm(
        ChangeId.of("destroy", vm.name(), guest.id()),
        vm,
        guest.power() != ObservedGuest.Power.STOPPED,
        isProtected(guest),
        guest.configuration().map(live -> volumes(live, guest, vm)).orElseGet(List::of),
        before);
  }

  static boolean isProtected(ObservedGuest guest) {
    return guest
        .configuration()
        .flatMap(live -> live.get("protection"))
        .filter("1"::equals)
        .isPresent();
  }

  /** Proxmox frees the volumes that carry the VM's own id, and no others. */
  private static List<String> volumes(GuestConfiguration live, ObservedGuest guest, NodeVm vm) {
    if (vm.identity().part() == NodePart.DATA) {
      return KeptVolumes.of(guest.id(), live).byName().values().stream().map(Volume::text).toList();
    }
    OptionalInt owner = OptionalInt.of(guest.id().value());
    return LiveDisk.all(live).values().stream()
        .map(LiveDisk::volume)
        .filter(volume -> volume.owner().equals(owner))
        .map(Object::toString)
        .toList();
  }

  static void reportProtected(ObservedGuest guest, Draft draft) {
    draft.report(
        PlanFinding.VM_PROTECTED,
        null,
        guest.label() + " is protected.",
        "Take the protection off by hand, or say that it may be lifted.");
  }
}
