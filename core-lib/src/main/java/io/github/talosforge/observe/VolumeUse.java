package io.github.talosforge.observe;

import io.github.talosforge.model.VmId;
import io.github.talosforge.proxmox.property.Volume;
import java.util.Collection;
import java.util.List;
import java.util.OptionalInt;

/**
 * Who uses volumes of other VMs.
 *
 * @param attached the volumes and the guests that have them attached
 * @param unread the guests that could not be asked, each of which may be a user
 */
public record VolumeUse(List<Attached> attached, List<ObservedGuest> unread) {
  static final VolumeUse NONE = new VolumeUse(List.of(), List.of());

  /** Keeps own copies of the lists. */
  public VolumeUse {
    attached = List.copyOf(attached);
    unread = List.copyOf(unread);
  }

  /**
   * A volume that a guest has attached.
   *
   * @param guest the guest
   * @param key where
   * @param volume the volume
   */
  public record Attached(ObservedGuest guest, String key, Volume volume) {
    boolean isOf(VmId owner) {
      return volume.owner().equals(OptionalInt.of(owner.value())) && !guest.id().equals(owner);
    }
  }

  /** Returns the guests that have a volume of a VM attached. */
  public List<ObservedGuest> usersOf(VmId owner) {
    return attached.stream()
        .filter(use -> use.isOf(owner))
        .map(Attached::guest)
        .distinct()
        .toList();
  }

  /**
   * Returns the guests that could not be asked and can have some volumes attached: those of a local
   * storage are in reach of one host only.
   *
   * @param dataVm the VM that owns the volumes
   * @param volumes the volumes
   * @param observed tells which storages are shared
   */
  public List<ObservedGuest> possibleUsers(
      ObservedGuest dataVm, Collection<Volume> volumes, ObservedCluster observed) {
    return unread.stream()
        .filter(guest -> !guest.id().equals(dataVm.id()))
        .filter(
            guest ->
                volumes.stream()
                    .anyMatch(volume -> observed.isInReach(guest, dataVm.host(), volume)))
        .toList();
  }
}
