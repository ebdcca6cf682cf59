package io.github.talosforge.observe;

import io.github.talosforge.model.HostName;
import io.github.talosforge.model.VmId;
import io.github.talosforge.observe.GuestReadings.Reading;
import io.github.talosforge.proxmox.ProxmoxClient;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Which volumes the configurations of all VMs name, whoever owns them. Proxmox frees a volume that
 * somebody else has attached without a word, so nothing is freed that this does not clear. Volumes
 * of different hosts can have one name; that is taken for use here, which at worst keeps something.
 *
 * @param uses who names each volume
 * @param unread the VMs of which nobody knows what they name, as labels
 */
public record AttachedVolumes(Map<String, Set<Use>> uses, Set<String> unread) {
  private static final Pattern VOLUME = Pattern.compile("[^:=]+:.+");

  /**
   * A place where a volume is named.
   *
   * @param guest the VM
   * @param key the key of its configuration, such as {@code scsi1} or {@code unused0}, with the
   *     snapshot if it is one that holds it
   */
  public record Use(ObservedGuest guest, String key) {}

  /** Keeps own copies. */
  public AttachedVolumes {
    uses = Map.copyOf(uses);
    unread = Collections.unmodifiableSortedSet(new TreeSet<>(unread));
  }

  /** Nothing is known of, and nothing is in doubt. */
  static AttachedVolumes none() {
    return new AttachedVolumes(Map.of(), Set.of());
  }

  /**
   * Asks all VMs that are not known yet.
   *
   * @param proxmox the connection to Proxmox
   * @param observed what is known already
   */
  public static AttachedVolumes read(ProxmoxClient proxmox, ObservedCluster observed) {
    return inSight(
        GuestReadings.of(proxmox, observed.guests(), guest -> observed.isOnline(guest.host())),
        observed);
  }

  /**
   * Asks all VMs that are not known yet, and all VMs for what their snapshots hold.
   *
   * @param proxmox the connection to Proxmox
   * @param observed what is known already
   */
  public static AttachedVolumes readWithSnapshots(ProxmoxClient proxmox, ObservedCluster observed) {
    return inSight(
        GuestReadings.withSnapshots(
            proxmox, observed.guests(), guest -> observed.isOnline(guest.host()), () -> false),
        observed);
  }

  /** Proxmox leaves out of its list what the credentials may not see, without a word. */
  private static AttachedVolumes inSight(List<Reading> readings, ObservedCluster observed) {
    AttachedVolumes seen = collected(readings);
    if (observed.allows("/vms", "VM.Audit")) {
      return seen;
    }
    Set<String> unread = new HashSet<>(seen.unread());
    unread.add("VMs that the credentials do not show (no VM.Audit on /vms)");
    return new AttachedVolumes(seen.uses(), unread);
  }

  /**
   * Asks all VMs that there are at this moment, also for what their snapshots hold.
   *
   * @param proxmox the connection to Proxmox
   * @param stopped whether the run was stopped: then nothing more is read, and this is cancelled
   */
  public static AttachedVolumes now(ProxmoxClient proxmox, BooleanSupplier stopped) {
    Listing listing = new Listing(proxmox.cluster().resources());
    Set<HostName> online =
        listing.hosts().stream()
            .filter(ObservedHost::online)
            .map(ObservedHost::name)
            .collect(Collectors.toSet());
    return collected(
        GuestReadings.withSnapshots(
            proxmox, listing.guests(), guest -> online.contains(guest.host()), stopped));
  }

  private static AttachedVolumes collected(List<Reading> readings) {
    Map<String, Set<Use>> uses = new HashMap<>();
    Set<String> unread = new HashSet<>();
    for (Reading reading : readings) {
      reading.configuration().ifPresent(live -> collect(reading.guest(), live, uses));
      reading
          .snapshots()
          .forEach(
              (name, held) ->
                  collect(reading.guest(), held.settings(), " in snapshot " + name, uses));
      if (reading.configuration().isEmpty()) {
        unread.add(reading.guest().label());
      }
    }
    return new AttachedVolumes(uses, unread);
  }

  /** What a VM has now and what it has after its next start are both in use. */
  private static void collect(
      ObservedGuest guest, GuestConfiguration live, Map<String, Set<Use>> uses) {
    List.of(live.current(), live.afterRestart())
        .forEach(values -> collect(guest, values, "", uses));
  }

  private static void collect(
      ObservedGuest guest, Map<String, String> values, String where, Map<String, Set<Use>> uses) {
    values.forEach(
        (key, text) -> {
          String first = text.split(",", 2)[0].replaceFirst("^file=", "");
          if (VOLUME.matcher(first).matches()) {
            uses.computeIfAbsent(first, unused -> new HashSet<>()).add(new Use(guest, key + where));
          }
        });
  }

  /** Returns who names a volume. */
  public Set<Use> of(String volume) {
    return uses.getOrDefault(volume, Set.of());
  }

  /** Returns the other VMs that name a volume, and other places of the same VM, in words. */
  public Set<String> others(String volume, VmId guest, String key) {
    return of(volume).stream()
        .filter(use -> !(use.guest().id().equals(guest) && use.key().equals(key)))
        .map(use -> use.guest().label() + " as " + use.key())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Tells whether every VM could be asked. */
  public boolean certain() {
    return unread.isEmpty();
  }

  /** Returns the VMs that could not be asked, in words. */
  public String unreadInWords() {
    return String.join(", ", unread);
  }
}
