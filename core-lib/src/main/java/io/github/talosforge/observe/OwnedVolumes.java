package io.github.talosforge.observe;

import io.github.talosforge.model.VmId;
import io.github.talosforge.proxmox.ErrorKind;
import io.github.talosforge.proxmox.ProxmoxClient;
import io.github.talosforge.proxmox.ProxmoxException;
import io.github.talosforge.proxmox.StoredVolume;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Lists the volumes that carry a VM's id, whether or not its configuration names them: destroying a
 * data VM removes all of them.
 */
public final class OwnedVolumes {
  private final ProxmoxClient proxmox;
  private final ObservedCluster observed;

  /**
   * Prepares to look.
   *
   * @param proxmox the connection to Proxmox
   * @param observed what is known already
   */
  public OwnedVolumes(ProxmoxClient proxmox, ObservedCluster observed) {
    this.proxmox = proxmox;
    this.observed = observed;
  }

  /** Returns the volumes in reach of each VM's host, by the VM's id. */
  public Map<VmId, Set<String>> of(Collection<VmId> owners) {
    Map<VmId, Set<String>> volumes = new TreeMap<>();
    owners.stream()
        .flatMap(owner -> observed.guest(owner).stream())
        .forEach(owner -> volumes.put(owner.id(), of(owner)));
    return volumes;
  }

  private Set<String> of(ObservedGuest owner) {
    Set<String> volumes = new TreeSet<>();
    observed.storages().stream()
        .filter(place -> place.host().equals(owner.host()) && place.available())
        .filter(place -> place.content().contains("images"))
        .flatMap(place -> list(place, owner).stream())
        .map(StoredVolume::id)
        .forEach(volumes::add);
    return volumes;
  }

  private List<StoredVolume> list(ObservedStorage place, ObservedGuest owner) {
    try {
      return proxmox
          .storage(place.host().value(), place.name().value())
          .contentOf(owner.id().value());
    } catch (ProxmoxException e) {
      if (e.kind() == ErrorKind.PERMISSION) {
        return List.of();
      }
      throw e;
    }
  }
}
