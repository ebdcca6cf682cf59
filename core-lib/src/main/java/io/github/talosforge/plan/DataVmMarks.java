package io.github.talosforge.plan;

import io.github.talosforge.model.Tag;
import io.github.talosforge.observe.GuestConfiguration;
import io.github.talosforge.observe.NodeIdentity;
import io.github.talosforge.observe.NodeVm;
import io.github.talosforge.proxmox.property.Smbios;
import io.github.talosforge.proxmox.property.Tags;
import io.github.talosforge.versions.VersionNote;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The configuration of a VM that keeps a node's data: what it is recognised by, and what keeps
 * people from starting or destroying it. It has no drive, so that nothing opens what it keeps.
 */
final class DataVmMarks {
  private static final String TAG = "data";

  private DataVmMarks() {}

  /** Returns the configuration of a VM that is yet to be made. */
  static WantedConfiguration onNew(NodeTarget target, NodeVm vm) {
    String text =
        "Keeps the data disks of node "
            + target.node()
            + ", whatever becomes of the node's VM."
            + " Never start it.";
    return wanted(vm, List.of(), text);
  }

  /** Returns the configuration of a VM that exists; added tags and texts stay. */
  static WantedConfiguration onExisting(
      NodeVm vm, GuestConfiguration live, Optional<VersionNote> note) {
    String text = Marks.textOf(live);
    return wanted(
        vm,
        Tags.parse(live.get("tags").orElse("")).names(),
        note.map(said -> said.addedTo(text)).orElse(text));
  }

  /** Returns the description without what it says of versions. */
  static String forgetting(NodeVm vm, GuestConfiguration live) {
    return vm.identity().marker(vm.vmId()).describe(VersionNote.without(Marks.textOf(live)));
  }

  private static WantedConfiguration wanted(NodeVm vm, Collection<String> more, String text) {
    NodeIdentity identity = vm.identity();
    NavigableSet<String> tags = new TreeSet<>(more);
    identity.tags().stream().map(Tag::value).forEach(tags::add);
    tags.add(TAG);
    return new WantedConfiguration(
        Map.of(
            "name", identity.vmName(),
            "description", identity.marker(vm.vmId()).describe(text),
            "tags", Tags.of(tags).text(),
            "smbios1", Smbios.none().withUuid(identity.uuid().toString()).text(),
            "memory", "16",
            "onboot", "0",
            "protection", "1"));
  }

  /** Tells what has to change on a VM that exists. */
  static List<FieldChange> differences(
      NodeVm vm, GuestConfiguration live, Optional<VersionNote> note) {
    Map<String, String> after = new TreeMap<>(live.afterRestart());
    return onExisting(vm, live, note).differencesTo(after).entrySet().stream()
        .map(
            entry ->
                new FieldChange(
                    entry.getKey(),
                    Optional.empty(),
                    Optional.ofNullable(after.get(entry.getKey())),
                    Optional.of(entry.getValue()),
                    Effect.AT_ONCE,
                    Optional.empty()))
        .toList();
  }
}
