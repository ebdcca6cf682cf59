package io.github.talosforge.observe;

import io.github.talosforge.model.VmId;
import io.github.talosforge.proxmox.ErrorKind;
import io.github.talosforge.proxmox.ProxmoxClient;
import io.github.talosforge.proxmox.ProxmoxException;
import io.github.talosforge.proxmox.property.VmConfigKey;
import io.github.talosforge.proxmox.property.Volume;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;

/**
 * Finds out who uses the volumes of a VM besides itself. Proxmox destroys a VM's volumes whoever
 * has them attached, so every VM is asked, whoever owns it.
 */
public final class VolumeUsers {
  private final ProxmoxClient proxmox;
  private final ObservedCluster observed;

  /**
   * Prepares to look.
   *
   * @param proxmox the connection to Proxmox
   * @param observed what is known already
   */
  public VolumeUsers(ProxmoxClient proxmox, ObservedCluster observed) {
    this.proxmox = proxmox;
    this.observed = observed;
  }

  /** Returns the guests that have a volume of these VMs attached, by the owner's id. */
  public Map<VmId, Set<ObservedGuest>> of(Collection<VmId> owners) {
    Map<VmId, Set<ObservedGuest>> users = new TreeMap<>();
    if (owners.isEmpty()) {
      return users;
    }
    observed.guests().stream()
        .filter(guest -> guest.kind() != ObservedGuest.Kind.CONTAINER)
        .filter(guest -> observed.isOnline(guest.host()))
        .forEach(
            guest ->
                volumeOwners(guest).stream()
                    .filter(owner -> owners.contains(owner) && !owner.equals(guest.id()))
                    .forEach(
                        owner -> users.computeIfAbsent(owner, id -> new HashSet<>()).add(guest)));
    return users;
  }

  private Set<VmId> volumeOwners(ObservedGuest guest) {
    Set<VmId> owners = new HashSet<>();
    configuration(guest)
        .afterRestart()
        .forEach(
            (key, text) -> {
              if (VmConfigKey.of(key).bus().isPresent()) {
                OptionalInt owner = Volume.parse(text.split(",", 2)[0]).owner();
                owner.ifPresent(id -> owners.add(VmId.of(id)));
              }
            });
    return owners;
  }

  private GuestConfiguration configuration(ObservedGuest guest) {
    return guest.configuration().orElseGet(() -> read(guest));
  }

  private GuestConfiguration read(ObservedGuest guest) {
    try {
      return GuestConfiguration.of(proxmox.vm(guest.host().value(), guest.id().value()).pending());
    } catch (ProxmoxException e) {
      if (e.kind() == ErrorKind.NOT_FOUND) {
        return new GuestConfiguration(Map.of(), Map.of(), Set.of(), "");
      }
      throw e;
    }
  }
}
