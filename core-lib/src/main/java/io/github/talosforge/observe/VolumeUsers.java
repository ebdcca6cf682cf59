package io.github.talosforge.observe;

import io.github.talosforge.model.VmId;
import io.github.talosforge.observe.GuestReadings.Reading;
import io.github.talosforge.proxmox.ProxmoxClient;
import io.github.talosforge.proxmox.property.VmConfigKey;
import io.github.talosforge.proxmox.property.Volume;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/**
 * Finds out who uses the volumes of a VM besides itself. Proxmox destroys a VM's volumes, and
 * attaches them once more, whoever has them attached, so every VM is asked, whoever owns it.
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

  /** Returns who has a volume of these VMs attached, now or after its next start. */
  public VolumeUse of(Collection<VmId> owners) {
    if (owners.isEmpty()) {
      return VolumeUse.NONE;
    }
    List<Reading> answers =
        GuestReadings.of(proxmox, observed.guests(), guest -> observed.isOnline(guest.host()));
    return new VolumeUse(
        answers.stream()
            .flatMap(VolumeUsers::drives)
            .filter(use -> owners.stream().anyMatch(use::isOf))
            .toList(),
        answers.stream()
            .filter(answer -> answer.configuration().isEmpty())
            .map(Reading::guest)
            .toList());
  }

  /** A running guest uses a disk until its removal takes effect, and a new one from now on. */
  private static Stream<VolumeUse.Attached> drives(Reading answer) {
    return answer.configuration().stream()
        .flatMap(live -> Stream.of(live.current(), live.pending()))
        .flatMap(values -> values.entrySet().stream())
        .filter(entry -> VmConfigKey.of(entry.getKey()).bus().isPresent())
        .map(
            entry ->
                new VolumeUse.Attached(
                    answer.guest(),
                    entry.getKey(),
                    Volume.parse(entry.getValue().split(",", 2)[0])))
        .distinct();
  }
}
