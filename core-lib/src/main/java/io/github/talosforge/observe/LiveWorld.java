package io.github.talosforge.observe;

import io.github.talosforge.allocation.HostCapacity;
import io.github.talosforge.allocation.ObservedVm;
import io.github.talosforge.allocation.World;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.InvalidValueException;
import io.github.talosforge.model.Ipv4Address;
import io.github.talosforge.model.MacAddress;
import io.github.talosforge.model.MemorySize;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.model.NodeSpec;
import io.github.talosforge.model.SmbiosUuid;
import io.github.talosforge.model.VmId;
import io.github.talosforge.observe.Claim.State;
import io.github.talosforge.proxmox.property.NetworkDevice;
import io.github.talosforge.proxmox.property.PropertyFormatException;
import io.github.talosforge.proxmox.property.Smbios;
import io.github.talosforge.proxmox.property.VmConfigKey;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** What laying out a cluster has to know of the live system. */
final class LiveWorld {
  private static final long MEBIBYTE = 1L << 20;
  private static final int MOST_MEBIBYTES = 4 * 1024 * 1024;

  private LiveWorld() {}

  /**
   * Returns the world of a cluster. A VM that is just being made and shows nothing yet has no claim
   * to its id here: whoever plans looks at that id and finds it. A hidden guest that has the id of
   * a node's VM takes it from nobody.
   */
  static World of(
      ClusterSpec files, ObservedCluster observed, List<Claim> all, HiddenGuests hidden) {
    List<Claim> claims = all.stream().filter(claim -> !hidden.isByItsId(claim.guest())).toList();
    Set<NodeName> listed = files.nodes().stream().map(NodeSpec::name).collect(Collectors.toSet());
    List<ObservedVm> vms = claims.stream().filter(LiveWorld::isVm).map(LiveWorld::vm).toList();
    return new World(
        hosts(observed, vms),
        vms,
        takenIds(claims, hidden),
        takenAddresses(claims, listed),
        Set.of(),
        hidden.unplaced());
  }

  private static Set<VmId> takenIds(List<Claim> claims, HiddenGuests hidden) {
    return claims.stream()
        .filter(claim -> claim.state() != State.BEING_MADE || hidden.contains(claim.guest()))
        .map(claim -> claim.guest().id())
        .collect(Collectors.toSet());
  }

  /** A copy that has the address of its original does not take it from the original. */
  private static Set<Ipv4Address> takenAddresses(List<Claim> claims, Set<NodeName> listed) {
    Predicate<Claim> own =
        claim -> claim.isWritable() && claim.node().filter(listed::contains).isPresent();
    Set<Ipv4Address> others = addresses(claims, own.negate());
    others.removeAll(addresses(claims, own));
    return others;
  }

  private static Set<Ipv4Address> addresses(List<Claim> claims, Predicate<Claim> which) {
    return claims.stream()
        .filter(which)
        .flatMap(claim -> claim.guest().address().stream())
        .collect(Collectors.toCollection(HashSet::new));
  }

  private static boolean isVm(Claim claim) {
    return claim.guest().kind() != ObservedGuest.Kind.CONTAINER
        && claim.state() != State.BEING_MADE;
  }

  private static List<HostCapacity> hosts(ObservedCluster observed, List<ObservedVm> vms) {
    return observed.hosts().stream().map(host -> capacity(host, vms)).toList();
  }

  /** Credentials without Sys.Audit on a host do not see its memory, which says nothing of room. */
  private static HostCapacity capacity(ObservedHost host, List<ObservedVm> vms) {
    if (!host.online()) {
      return HostCapacity.offline(host.name());
    }
    return host.memoryBytes() == 0
        ? new HostCapacity(host.name(), true, MOST_MEBIBYTES, MOST_MEBIBYTES)
        : HostCapacity.committed(host.name(), memory(host.memoryBytes()), vms);
  }

  private static ObservedVm vm(Claim claim) {
    ObservedGuest guest = claim.guest();
    boolean finished = claim.state() == State.OURS;
    boolean ours = claim.isWritable() || claim.state() == State.UNREACHABLE;
    return new ObservedVm(
        guest.id(),
        ours
            ? claim.node().map(node -> claim.part().vmName(node)).orElse(guest.name())
            : guest.currentName(),
        guest.host(),
        state(guest),
        ours,
        memory(guest.memoryBytes()),
        finished ? guest.address() : Optional.empty(),
        finished ? macs(guest) : Map.of(),
        finished ? uuid(guest) : Optional.empty());
  }

  private static ObservedVm.State state(ObservedGuest guest) {
    if (guest.kind() == ObservedGuest.Kind.TEMPLATE) {
      return ObservedVm.State.TEMPLATE;
    }
    return guest.power() == ObservedGuest.Power.STOPPED
        ? ObservedVm.State.STOPPED
        : ObservedVm.State.RUNNING;
  }

  private static MemorySize memory(long bytes) {
    return MemorySize.ofMebibytes((int) Math.min(MOST_MEBIBYTES, Math.max(1, bytes / MEBIBYTE)));
  }

  private static Optional<SmbiosUuid> uuid(ObservedGuest guest) {
    return value(guest, "smbios1").flatMap(text -> Smbios.parse(text).uuid()).map(SmbiosUuid::of);
  }

  private static Map<Integer, MacAddress> macs(ObservedGuest guest) {
    Map<Integer, MacAddress> macs = new HashMap<>();
    guest
        .configuration()
        .ifPresent(
            values ->
                values.current().forEach((key, text) -> putMac(VmConfigKey.of(key), text, macs)));
    return macs;
  }

  private static void putMac(VmConfigKey key, String text, Map<Integer, MacAddress> macs) {
    if (!key.family().equals("net") || key.index().isEmpty()) {
      return;
    }
    try {
      NetworkDevice.parse(text)
          .macAddress()
          .ifPresent(mac -> macs.put(key.index().getAsInt(), MacAddress.of(mac)));
    } catch (PropertyFormatException | InvalidValueException unreadable) {
      return;
    }
  }

  private static Optional<String> value(ObservedGuest guest, String key) {
    return guest.configuration().flatMap(values -> values.get(key));
  }
}
