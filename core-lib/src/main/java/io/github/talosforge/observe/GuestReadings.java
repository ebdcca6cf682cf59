package io.github.talosforge.observe;

import io.github.talosforge.proxmox.ErrorKind;
import io.github.talosforge.proxmox.ProxmoxClient;
import io.github.talosforge.proxmox.ProxmoxException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Predicate;

/** Reads the configurations of all VMs, whoever owns them, as far as they are not known yet. */
final class GuestReadings {
  /**
   * What one VM answered.
   *
   * @param guest the VM
   * @param configuration its configuration; empty when nobody can tell
   */
  record Reading(ObservedGuest guest, Optional<GuestConfiguration> configuration) {}

  private GuestReadings() {}

  /**
   * Reads.
   *
   * @param guests all guests; containers are passed over
   * @param readable whether a guest's host is up
   */
  static List<Reading> of(
      ProxmoxClient proxmox, Collection<ObservedGuest> guests, Predicate<ObservedGuest> readable) {
    try (Readers readers = new Readers()) {
      return readers.all(
          guests.stream()
              .filter(guest -> guest.kind() != ObservedGuest.Kind.CONTAINER)
              .map(guest -> (Callable<Reading>) () -> read(proxmox, guest, readable))
              .toList());
    }
  }

  private static Reading read(
      ProxmoxClient proxmox, ObservedGuest guest, Predicate<ObservedGuest> readable) {
    if (guest.configuration().isPresent() || !readable.test(guest)) {
      return new Reading(guest, guest.configuration());
    }
    try {
      GuestConfiguration live =
          GuestConfiguration.of(proxmox.vm(guest.host().value(), guest.id().value()).pending());
      return new Reading(guest, Optional.of(live));
    } catch (ProxmoxException e) {
      // A VM that went away meanwhile names nothing.
      return new Reading(
          guest,
          e.kind() == ErrorKind.NOT_FOUND
              ? Optional.of(new GuestConfiguration(Map.of(), Map.of(), Set.of(), ""))
              : Optional.empty());
    }
  }
}
