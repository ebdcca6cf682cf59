package io.github.talosforge.plan;

import io.github.talosforge.desired.DataVolume;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.model.Tag;
import io.github.talosforge.observe.Claim;
import io.github.talosforge.observe.GuestConfiguration;
import io.github.talosforge.observe.Marker;
import io.github.talosforge.observe.NodeIdentity;
import io.github.talosforge.observe.NodePart;
import io.github.talosforge.observe.ObservedGuest;
import io.github.talosforge.observe.OwnedCluster;
import io.github.talosforge.proxmox.property.Smbios;
import io.github.talosforge.proxmox.property.Tags;
import io.github.talosforge.proxmox.property.VmConfigKey;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;

/**
 * A VM that somebody wants to be a node's and that keeps data. With the marks of a node everything
 * that it keeps would count as left over, and nothing would hold its end back.
 */
final class LostDataVm {
  private final OwnedCluster owned;
  private final Claim claim;

  LostDataVm(OwnedCluster owned, Claim claim) {
    this.owned = owned;
    this.claim = claim;
  }

  /** Tells whether a VM keeps data, by its marks or, where those are gone, by what it has. */
  static boolean is(Claim claim) {
    ObservedGuest guest = claim.guest();
    return claim.part() == NodePart.DATA
        || marker(guest).filter(marker -> marker.part() == NodePart.DATA).isPresent()
        || guest.configuration().filter(live -> isShaped(guest, live)).isPresent();
  }

  /** A node has a disk to run from; and nobody else gives disks such names. */
  private static boolean isShaped(ObservedGuest guest, GuestConfiguration live) {
    boolean keeps =
        live.current().keySet().stream()
            .anyMatch(key -> VmConfigKey.of(key).family().equals("unused"));
    return (keeps && LiveDisk.all(live).isEmpty())
        || KeptVolumes.of(guest.id(), live).byName().keySet().stream().anyMatch(DataVolume::isKept);
  }

  private static Optional<Marker> marker(ObservedGuest guest) {
    return guest.configuration().flatMap(live -> live.get("description")).flatMap(Marker::in);
  }

  String message() {
    return claim.guest().label()
        + " keeps data"
        + claim.node().map(node -> " of node " + node).orElse("")
        + ", as a data VM does. As a node's own VM it would lose it.";
  }

  /**
   * Returns what to do.
   *
   * @param wished the node that it was to become
   */
  String suggestion(NodeName wished) {
    boolean ofAnother =
        marker(claim.guest()).filter(marker -> !marker.cluster().equals(owned.uid())).isPresent();
    if (claim.isWritable() || ofAnother) {
      return "Name another VM.";
    }
    NodeName node = claim.node().orElse(wished);
    NodeIdentity identity = owned.identity(node, NodePart.DATA);
    NavigableSet<String> tags = new TreeSet<>(claim.guest().currentTags());
    identity.tags().stream().map(Tag::value).forEach(tags::add);
    boolean itsOwn =
        marker(claim.guest()).filter(marker -> marker.isOf(claim.guest().id())).isPresent();
    String line = identity.marker(claim.guest().id()).line();
    return "If it keeps the data of node "
        + node
        + ", make it the node's data VM again; provisionNodes then makes the node around it: qm set "
        + claim.guest().id()
        + " --name "
        + identity.vmName()
        + " --tags '"
        + Tags.of(tags).text()
        + "' --smbios1 "
        + Smbios.none().withUuid(identity.uuid().toString()).text()
        + (itsOwn ? "" : " --description '" + line + "'");
  }
}
