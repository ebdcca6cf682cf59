package io.github.talosforge.plan;

import io.github.talosforge.desired.DataVolume;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.observe.GuestConfiguration;
import io.github.talosforge.observe.ObservedGuest;
import io.github.talosforge.proxmox.property.Volume;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Volumes that a data VM keeps and the files do not name. Nobody is told to delete one that a node
 * still uses. For what people made by hand the commands include those that look for another user,
 * because Proxmox deletes a volume whoever has it attached.
 */
final class UnwantedVolumes {
  private UnwantedVolumes() {}

  static void report(
      NodeTarget target,
      ObservedGuest dataVm,
      KeptVolumes kept,
      Optional<ObservedGuest> node,
      Draft draft) {
    Set<String> wanted =
        target.dataVolumes().values().stream().map(DataVolume::name).collect(Collectors.toSet());
    kept.byName()
        .forEach(
            (name, volume) -> {
              if (!wanted.contains(name)) {
                report(target.node(), dataVm, volume, node.filter(vm -> uses(vm, volume)), draft);
              }
            });
  }

  /** A running VM has a disk until its removal takes effect. */
  private static boolean uses(ObservedGuest node, Volume volume) {
    return node.configuration().stream()
        .flatMap(live -> Stream.of(live.current(), live.pending()))
        .flatMap(values -> values.values().stream())
        .anyMatch(text -> text.split(",", 2)[0].equals(volume.text()));
  }

  private static void report(
      NodeName node,
      ObservedGuest dataVm,
      Volume volume,
      Optional<ObservedGuest> user,
      Draft draft) {
    String text = dataVm.label() + " keeps " + volume + ", which is no volume of the files";
    draft.report(
        PlanFinding.VOLUME_UNUSED,
        null,
        text + user.map(vm -> "; " + vm.label() + " still has it attached.").orElse(" any more."),
        user.isPresent()
            ? "Name the volume again to keep it, or run provisionNodes --allow-reboot to have it"
                + " detached; its data stays."
            : "Name the volume again to have it attached. " + deletion(node, dataVm, volume));
  }

  /** What people made by hand is not known by the name of a volume. */
  private static String deletion(NodeName node, ObservedGuest dataVm, Volume volume) {
    return KeptVolumes.name(volume)
        .filter(DataVolume::isVolume)
        .map(
            name ->
                "To delete its data for ever: destroyVolume --node="
                    + node
                    + " --volume="
                    + DataVolume.volumeIn(name))
        .orElseGet(
            () ->
                "To delete its data for ever, as root on "
                    + dataVm.host()
                    + ":"
                    + commands(dataVm, volume));
  }

  private static String commands(ObservedGuest dataVm, Volume volume) {
    String name = volume.name().substring(volume.name().lastIndexOf('/') + 1);
    String set = "\n    qm set " + dataVm.id();
    return "\n    grep -l "
        + name
        + " /etc/pve/nodes/*/qemu-server/*.conf   # must name "
        + dataVm.id()
        + ".conf only"
        + key(dataVm, volume)
            .map(
                key -> set + " --protection 0" + set + " --delete " + key + set + " --protection 1")
            .orElse("");
  }

  private static Optional<String> key(ObservedGuest dataVm, Volume volume) {
    return dataVm
        .configuration()
        .map(GuestConfiguration::current)
        .orElse(Map.of())
        .entrySet()
        .stream()
        .filter(entry -> entry.getValue().split(",", 2)[0].equals(volume.text()))
        .map(Map.Entry::getKey)
        .findFirst();
  }
}
