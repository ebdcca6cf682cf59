package io.github.talosforge.observe;

import io.github.talosforge.proxmox.ErrorKind;
import io.github.talosforge.proxmox.ProxmoxClient;
import io.github.talosforge.proxmox.ProxmoxException;
import io.github.talosforge.proxmox.Vm;
import io.github.talosforge.proxmox.VmConfig;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/** Reads the configurations of all VMs, whoever owns them, as far as they are not known yet. */
final class GuestReadings {
  /**
   * What one VM answered.
   *
   * @param guest the VM
   * @param configuration its configuration; empty when nobody can tell
   * @param snapshots what its snapshots hold, by their names, if that was asked for
   */
  record Reading(
      ObservedGuest guest,
      Optional<GuestConfiguration> configuration,
      Map<String, VmConfig> snapshots) {

    private static Reading of(ObservedGuest guest, Optional<GuestConfiguration> configuration) {
      return new Reading(guest, configuration, Map.of());
    }
  }

  private GuestReadings() {}

  /**
   * Reads.
   *
   * @param guests all guests; containers are passed over
   * @param readable whether a guest's host is up
   */
  static List<Reading> of(
      ProxmoxClient proxmox, Collection<ObservedGuest> guests, Predicate<ObservedGuest> readable) {
    return of(proxmox, guests, readable, () -> false);
  }

  private static List<Reading> of(
      ProxmoxClient proxmox,
      Collection<ObservedGuest> guests,
      Predicate<ObservedGuest> readable,
      BooleanSupplier stopped) {
    try (Readers readers = new Readers(stopped)) {
      return readers.all(
          guests.stream()
              .filter(guest -> guest.kind() != ObservedGuest.Kind.CONTAINER)
              .map(guest -> (Callable<Reading>) () -> read(proxmox, guest, readable))
              .toList());
    }
  }

  /**
   * Reads, and what all snapshots hold as well: a configuration does not even tell that there are
   * any.
   *
   * @param guests all guests; containers are passed over
   * @param readable whether a guest's host is up
   * @param stopped whether the run was stopped: then nothing more is read
   */
  static List<Reading> withSnapshots(
      ProxmoxClient proxmox,
      Collection<ObservedGuest> guests,
      Predicate<ObservedGuest> readable,
      BooleanSupplier stopped) {
    List<Reading> present = of(proxmox, guests, readable, stopped);
    try (Readers readers = new Readers(stopped)) {
      return readers.all(
          present.stream()
              .map(reading -> (Callable<Reading>) () -> withSnapshots(proxmox, reading, readable))
              .toList());
    }
  }

  private static Reading withSnapshots(
      ProxmoxClient proxmox, Reading present, Predicate<ObservedGuest> readable) {
    ObservedGuest guest = present.guest();
    if (present.configuration().isEmpty() || !readable.test(guest)) {
      return Reading.of(guest, Optional.empty());
    }
    try {
      Vm vm = proxmox.vm(guest.host().value(), guest.id().value());
      Map<String, VmConfig> snapshots = new TreeMap<>();
      vm.snapshots().forEach(one -> snapshots.put(one.name(), vm.snapshotConfig(one.name())));
      return new Reading(guest, present.configuration(), snapshots);
    } catch (ProxmoxException e) {
      return unanswered(guest, e);
    }
  }

  private static Reading read(
      ProxmoxClient proxmox, ObservedGuest guest, Predicate<ObservedGuest> readable) {
    if (guest.configuration().isPresent() || !readable.test(guest)) {
      return Reading.of(guest, guest.configuration());
    }
    try {
      GuestConfiguration live =
          GuestConfiguration.of(proxmox.vm(guest.host().value(), guest.id().value()).pending());
      return Reading.of(guest.withConfiguration(live), Optional.of(live));
    } catch (ProxmoxException e) {
      return unanswered(guest, e);
    }
  }

  /** A VM that went away meanwhile names nothing. */
  private static Reading unanswered(ObservedGuest guest, ProxmoxException e) {
    return Reading.of(
        guest,
        e.kind() == ErrorKind.NOT_FOUND
            ? Optional.of(new GuestConfiguration(Map.of(), Map.of(), Set.of(), ""))
            : Optional.empty());
  }
}
