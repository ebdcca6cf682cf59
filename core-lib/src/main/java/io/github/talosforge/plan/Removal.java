package io.github.talosforge.plan;

import io.github.talosforge.model.NodeSpec;
import io.github.talosforge.model.VmId;
import io.github.talosforge.observe.GuestConfiguration;
import io.github.talosforge.observe.NodePart;
import io.github.talosforge.observe.NodeVm;
import io.github.talosforge.observe.ObservedGuest;
import io.github.talosforge.proxmox.property.VmConfigKey;
import io.github.talosforge.proxmox.property.Volume;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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
        ChangeId.of("release", vm.name(), guest.id()),
        vm,
        guest.power() != ObservedGuest.Power.STOPPED,
        isProtected(guest),
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

  /**
   * Destroys a VM.
   *
   * @param stored volumes that were made for a data VM, whether or not it names them; they go too
   */
  static DestroyVm destroy(
      NodeVm vm, ObservedGuest guest, Set<String> stored, Set<ChangeId> before) {
    return new DestroyVm(
        ChangeId.of("destroy", vm.name(), guest.id()),
        vm,
        guest.power() != ObservedGuest.Power.STOPPED,
        isProtected(guest),
        false,
        List.copyOf(volumes(guest, vm, stored)),
        before);
  }

  /** Destroys a VM that was never finished, while the node's own runs. */
  static DestroyVm retire(NodeVm vm, ObservedGuest guest) {
    return new DestroyVm(
        ChangeId.of("retire", vm.name(), guest.id()),
        vm,
        false,
        false,
        true,
        List.copyOf(volumes(guest, vm, Set.of())),
        Set.of());
  }

  static boolean isProtected(ObservedGuest guest) {
    return guest
        .configuration()
        .flatMap(live -> live.get("protection"))
        .filter("1"::equals)
        .isPresent();
  }

  /**
   * Returns the volumes that go with a VM. Proxmox frees those that carry the VM's own id, attached
   * or not, and no others; those that no configuration names go with a data VM only.
   */
  static Set<String> volumes(ObservedGuest guest, NodeVm vm, Set<String> stored) {
    Set<String> volumes = new TreeSet<>();
    guest.configuration().ifPresent(live -> volumes.addAll(named(guest.id(), live)));
    if (vm.identity().part() == NodePart.DATA) {
      volumes.addAll(stored);
    }
    return volumes;
  }

  /** Returns the volumes of its own that a VM names. */
  static Set<String> named(VmId id, GuestConfiguration live) {
    OptionalInt owner = OptionalInt.of(id.value());
    return Stream.of(live.current(), live.pending())
        .flatMap(values -> values.entrySet().stream())
        .filter(entry -> isVolume(entry.getKey()))
        .map(entry -> Volume.parse(entry.getValue().split(",", 2)[0]))
        .filter(volume -> volume.owner().equals(owner) && !isGenerated(volume))
        .map(Volume::text)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static boolean isVolume(String key) {
    VmConfigKey parsed = VmConfigKey.of(key);
    return parsed.bus().isPresent() || parsed.family().equals("unused");
  }

  /** The cloud-init drive is written anew from the files. */
  private static boolean isGenerated(Volume volume) {
    return volume.name().contains("cloudinit");
  }

  static void reportProtected(ObservedGuest guest, Draft draft) {
    draft.report(
        PlanFinding.VM_PROTECTED,
        null,
        guest.label() + " is protected.",
        "Take the protection off by hand, or give --lift-protection.");
  }
}
