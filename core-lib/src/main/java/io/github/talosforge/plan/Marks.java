package io.github.talosforge.plan;

import io.github.talosforge.model.NodeRole;
import io.github.talosforge.model.Tag;
import io.github.talosforge.observe.GuestConfiguration;
import io.github.talosforge.observe.Marker;
import io.github.talosforge.observe.NodeIdentity;
import io.github.talosforge.observe.NodeVm;
import io.github.talosforge.proxmox.property.Smbios;
import io.github.talosforge.proxmox.property.Tags;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;

/** Puts on a configuration what a node's VM is recognised by. */
final class Marks {
  private Marks() {}

  /** Returns the configuration of a VM that is yet to be made. */
  static WantedConfiguration onNew(NodeTarget target, NodeVm vm) {
    NodeIdentity identity = vm.identity();
    WantedConfiguration wanted = target.configuration();
    return wanted
        .with("name", identity.node().value())
        .with("description", marker(vm).describe(ownText(target)))
        .with("tags", Tags.of(tags(target, identity)).text())
        .with("smbios1", smbios(wanted, identity));
  }

  /**
   * Returns the configuration of a VM that exists. Tags that people added stay, and so does the
   * text that they wrote into the description unless the files have one.
   */
  static WantedConfiguration onExisting(NodeTarget target, NodeVm vm, GuestConfiguration live) {
    NavigableSet<String> tags = tags(target, vm.identity());
    tags.addAll(Tags.parse(live.get("tags").orElse("")).names());
    WantedConfiguration wanted = onNew(target, vm).with("tags", Tags.of(tags).text());
    return target.spec().vm().marks().description().isPresent()
        ? wanted
        : wanted.with("description", marker(vm).describe(textOf(live)));
  }

  /** Returns the values by which a VM is recognised, and leaves what else is in them. */
  static Map<String, String> ofIdentity(NodeVm vm, GuestConfiguration live) {
    NodeIdentity identity = vm.identity();
    NavigableSet<String> tags = new TreeSet<>(Tags.parse(live.get("tags").orElse("")).names());
    identity.tags().stream().map(Tag::value).forEach(tags::add);
    return Map.of(
        "name",
        identity.node().value(),
        "description",
        marker(vm).describe(textOf(live)),
        "tags",
        Tags.of(tags).text(),
        "smbios1",
        Smbios.parse(live.get("smbios1").orElse("")).withUuid(identity.uuid().toString()).text());
  }

  private static Marker marker(NodeVm vm) {
    return vm.identity().marker(vm.vmId());
  }

  private static String ownText(NodeTarget target) {
    return target.spec().vm().marks().description().orElse("");
  }

  static String textOf(GuestConfiguration live) {
    String description = live.get("description").orElse("").stripTrailing();
    Optional<Marker> marker = Marker.in(description);
    int end = description.indexOf('\n');
    return marker.isEmpty() ? description : end < 0 ? "" : description.substring(end + 1);
  }

  private static NavigableSet<String> tags(NodeTarget target, NodeIdentity identity) {
    NavigableSet<String> tags = new TreeSet<>();
    identity.tags().stream().map(Tag::value).forEach(tags::add);
    target.spec().vm().marks().tags().stream().map(Tag::value).forEach(tags::add);
    tags.add(target.spec().role() == NodeRole.CONTROL_PLANE ? "controlplane" : "worker");
    return tags;
  }

  private static String smbios(WantedConfiguration wanted, NodeIdentity identity) {
    String own = wanted.values().getOrDefault("smbios1", "");
    return Smbios.parse(own).withUuid(identity.uuid().toString()).text();
  }
}
