package io.github.talosforge.observe;

import io.github.talosforge.model.HostName;
import io.github.talosforge.model.PoolName;
import io.github.talosforge.model.StorageName;
import io.github.talosforge.model.VmId;
import io.github.talosforge.proxmox.ClusterResource;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Reads the one list that has everything. Tags, locks, pools and where a guest is come from the
 * files; names, kinds, powers and sizes are what was last told about the id, up to ten seconds ago
 * and perhaps about another guest.
 */
final class Listing {
  private static final Set<String> FILE_STORAGES =
      Set.of("dir", "nfs", "cifs", "cephfs", "glusterfs", "btrfs");

  private final List<ClusterResource> resources;

  Listing(List<ClusterResource> resources) {
    this.resources = resources;
  }

  List<ObservedHost> hosts() {
    return resources.stream()
        .filter(line -> line.type().equals("node") && line.host().isPresent())
        .map(
            line ->
                new ObservedHost(
                    host(line),
                    line.status().filter("online"::equals).isPresent(),
                    line.memory().orElse(0),
                    line.processors().orElse(0)))
        .toList();
  }

  List<ObservedStorage> storages() {
    return resources.stream()
        .filter(line -> line.type().equals("storage"))
        .filter(line -> line.host().isPresent() && line.storage().isPresent())
        .map(Listing::storage)
        .toList();
  }

  List<ObservedGuest> guests() {
    return resources.stream()
        .filter(line -> line.isVm() || line.type().equals("lxc"))
        .filter(line -> line.vmId().isPresent() && line.host().isPresent())
        .map(Listing::guest)
        .toList();
  }

  private static ObservedStorage storage(ClusterResource line) {
    return new ObservedStorage(
        StorageName.of(line.storage().orElseThrow()),
        host(line),
        line.shared(),
        line.status().filter("available"::equals).isPresent(),
        Set.of(line.content().orElse("").split(",", -1)),
        line.disk().orElse(0),
        line.usedDisk().orElse(0),
        line.pluginType().filter(FILE_STORAGES::contains).isPresent());
  }

  private static ObservedGuest guest(ClusterResource line) {
    return new ObservedGuest(
        VmId.of(line.vmId().orElseThrow()),
        kind(line),
        host(line),
        line.name().orElse(""),
        power(line.status().orElse("")),
        line.tags().names(),
        line.lock(),
        line.pool().map(PoolName::of),
        line.memory().orElse(0),
        line.disk().orElse(0),
        line.haState(),
        Optional.empty());
  }

  private static ObservedGuest.Kind kind(ClusterResource line) {
    if (!line.isVm()) {
      return ObservedGuest.Kind.CONTAINER;
    }
    return line.template() ? ObservedGuest.Kind.TEMPLATE : ObservedGuest.Kind.VM;
  }

  static ObservedGuest.Power power(String status) {
    return switch (status) {
      case "running", "paused", "suspended", "prelaunch" -> ObservedGuest.Power.RUNNING;
      case "stopped" -> ObservedGuest.Power.STOPPED;
      default -> ObservedGuest.Power.UNKNOWN;
    };
  }

  private static HostName host(ClusterResource line) {
    return HostName.of(line.host().orElseThrow());
  }
}
