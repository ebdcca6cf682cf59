package io.github.talosforge.apply;

import io.github.talosforge.model.HostName;
import io.github.talosforge.observe.GuestConfiguration;
import io.github.talosforge.observe.Marker;
import io.github.talosforge.observe.NodeIdentity;
import io.github.talosforge.plan.NodeVm;
import io.github.talosforge.proxmox.ClusterResource;
import io.github.talosforge.proxmox.ErrorKind;
import io.github.talosforge.proxmox.ProxmoxClient;
import io.github.talosforge.proxmox.ProxmoxException;
import io.github.talosforge.proxmox.ResourceSort;
import io.github.talosforge.proxmox.Vm;
import io.github.talosforge.proxmox.property.PropertyFormatException;
import io.github.talosforge.proxmox.property.Smbios;
import io.github.talosforge.proxmox.property.Tags;
import java.util.Optional;

/**
 * Finds the VM of a node and lets nobody touch it unless it shows the node's marks. Between a plan
 * and its changes a VM can move to another host, vanish, or be replaced by a stranger's.
 */
final class VmGuard {
  /**
   * A VM that has just been read.
   *
   * @param vm where calls go
   * @param configuration what it showed
   */
  record Found(Vm vm, GuestConfiguration configuration) {}

  private final ProxmoxClient client;

  VmGuard(ProxmoxClient client) {
    this.client = client;
  }

  /** Returns the node's VM wherever it is now, or refuses. */
  Found finished(NodeVm node) {
    Found found = locate(node);
    if (!isFinished(node.identity(), found.configuration())) {
      throw stranger(node, found);
    }
    return found;
  }

  /** Returns the node's VM, finished or in the making, or refuses. */
  Found begun(NodeVm node) {
    Found found = locate(node);
    if (!isBegun(node.identity(), found.configuration())) {
      throw stranger(node, found);
    }
    return found;
  }

  private Found locate(NodeVm node) {
    return read(node.host().value(), node)
        .or(() -> whereabouts(node).flatMap(host -> read(host, node)))
        .orElseThrow(
            () ->
                new ChangeFailedException(
                    node.label() + " of node " + node.node() + " is gone.\nPlan again."));
  }

  /** Reads a VM on one host. */
  Optional<Found> read(String host, NodeVm node) {
    Vm vm = client.vm(host, node.vmId().value());
    try {
      return Optional.of(new Found(vm, LiveConfiguration.of(vm.pending())));
    } catch (ProxmoxException e) {
      if (e.kind() == ErrorKind.NOT_FOUND) {
        return Optional.empty();
      }
      throw e;
    }
  }

  private Optional<String> whereabouts(NodeVm node) {
    return holder(node).flatMap(ClusterResource::host).filter(host -> !isHost(host, node.host()));
  }

  /** Returns whoever has the id now, in the whole cluster. */
  Optional<ClusterResource> holder(NodeVm node) {
    return client.cluster().resources(ResourceSort.VM).stream()
        .filter(guest -> guest.vmId().isPresent())
        .filter(guest -> guest.vmId().getAsInt() == node.vmId().value())
        .findFirst();
  }

  private static boolean isHost(String name, HostName host) {
    return host.value().equals(name);
  }

  static boolean isFinished(NodeIdentity identity, GuestConfiguration live) {
    Tags tags = Tags.parse(live.get("tags").orElse(""));
    return live.get("name").filter(identity.node().value()::equals).isPresent()
        && identity.tags().stream().allMatch(tag -> tags.names().contains(tag.value()))
        && uuid(live).filter(identity.uuid().toString()::equalsIgnoreCase).isPresent();
  }

  static boolean isBegun(NodeIdentity identity, GuestConfiguration live) {
    return isFinished(identity, live)
        || live.get("description")
            .flatMap(Marker::in)
            .filter(identity.marker()::equals)
            .isPresent();
  }

  private static Optional<String> uuid(GuestConfiguration live) {
    try {
      return live.get("smbios1").map(Smbios::parse).flatMap(Smbios::uuid);
    } catch (PropertyFormatException e) {
      return Optional.empty();
    }
  }

  private static ChangeFailedException stranger(NodeVm node, Found found) {
    String name = found.configuration().get("name").orElse("");
    return new ChangeFailedException(
        "VM "
            + node.vmId()
            + (name.isEmpty() ? "" : " '" + name + "'")
            + " does not show the marks of node "
            + node.node()
            + " any more, so it was not touched.\nLook at it, then plan again.");
  }
}
