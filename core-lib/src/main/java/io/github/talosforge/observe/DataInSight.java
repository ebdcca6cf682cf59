package io.github.talosforge.observe;

import io.github.talosforge.model.VmId;
import io.github.talosforge.proxmox.ProxmoxClient;
import java.util.Collection;
import java.util.Map;
import java.util.Set;

/**
 * What has to be known before data is destroyed.
 *
 * @param users who uses the volumes of data VMs
 * @param volumes the volumes that carry a data VM's id, by that id
 */
public record DataInSight(VolumeUse users, Map<VmId, Set<String>> volumes) {

  /** Keeps an own copy of the map. */
  public DataInSight {
    volumes = Map.copyOf(volumes);
  }

  /**
   * Looks at the data of some data VMs.
   *
   * @param proxmox the connection to Proxmox
   * @param observed what is known already
   * @param dataVms the data VMs
   */
  public static DataInSight of(
      ProxmoxClient proxmox, ObservedCluster observed, Collection<VmId> dataVms) {
    return new DataInSight(
        new VolumeUsers(proxmox, observed).of(dataVms),
        new OwnedVolumes(proxmox, observed).of(dataVms));
  }

  /** Returns the volumes that carry a data VM's id. */
  public Set<String> volumesOf(VmId dataVm) {
    return volumes.getOrDefault(dataVm, Set.of());
  }
}
