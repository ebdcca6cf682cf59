package io.github.talosforge.observe;

import io.github.talosforge.model.VmId;
import io.github.talosforge.proxmox.ErrorKind;
import io.github.talosforge.proxmox.ProxmoxClient;
import io.github.talosforge.proxmox.ProxmoxException;
import io.github.talosforge.proxmox.property.VmConfigKey;
import io.github.talosforge.proxmox.property.Volume;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;

/**
 * Finds out who uses the volumes of a VM besides itself. Proxmox destroys a VM's volumes, and
 * attaches them once more, whoever has them attached, so every VM is asked, whoever owns it.
 */
public final class VolumeUsers {
  /** A host that is down, a host that does not answer, and a guest that may not be read. */
  private static final Set<ErrorKind> UNREAD =
      Set.of(ErrorKind.HOST_UNREACHABLE, ErrorKind.TIMEOUT, ErrorKind.PERMISSION);

  private final ProxmoxClient proxmox;
  private final ObservedCluster observed;

  /** What one guest answered; without a configuration it could not be asked. */
  private record Answer(ObservedGuest guest, Optional<GuestConfiguration> configuration) {}

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
    List<Answer> answers = answers();
    return new VolumeUse(
        answers.stream()
            .flatMap(VolumeUsers::drives)
            .filter(use -> owners.stream().anyMatch(use::isOf))
            .toList(),
        answers.stream()
            .filter(answer -> answer.configuration().isEmpty())
            .map(Answer::guest)
            .toList());
  }

  private List<Answer> answers() {
    try (Readers readers = new Readers()) {
      return readers.all(
          observed.guests().stream()
              .filter(guest -> guest.kind() != ObservedGuest.Kind.CONTAINER)
              .map(guest -> (Callable<Answer>) () -> new Answer(guest, configuration(guest)))
              .toList());
    }
  }

  /** A running guest uses a disk until its removal takes effect, and a new one from now on. */
  private static Stream<VolumeUse.Attached> drives(Answer answer) {
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

  private Optional<GuestConfiguration> configuration(ObservedGuest guest) {
    if (guest.configuration().isPresent()) {
      return guest.configuration();
    }
    return observed.isOnline(guest.host()) ? read(guest) : Optional.empty();
  }

  private Optional<GuestConfiguration> read(ObservedGuest guest) {
    try {
      return Optional.of(
          GuestConfiguration.of(proxmox.vm(guest.host().value(), guest.id().value()).pending()));
    } catch (ProxmoxException e) {
      if (e.kind() == ErrorKind.NOT_FOUND) {
        return Optional.of(new GuestConfiguration(Map.of(), Map.of(), Set.of(), ""));
      }
      if (UNREAD.contains(e.kind())) {
        return Optional.empty();
      }
      throw e;
    }
  }
}
