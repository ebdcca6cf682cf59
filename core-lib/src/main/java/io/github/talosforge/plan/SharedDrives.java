package io.github.talosforge.plan;

import io.github.talosforge.cidata.CidataFile;
import io.github.talosforge.model.StorageName;
import io.github.talosforge.observe.ObservedCluster;
import io.github.talosforge.observe.ObservedGuest;
import io.github.talosforge.proxmox.property.Drive;
import io.github.talosforge.proxmox.property.EfiDisk;
import io.github.talosforge.proxmox.property.PropertyFormatException;
import io.github.talosforge.proxmox.property.TpmState;
import io.github.talosforge.proxmox.property.VmConfigKey;
import io.github.talosforge.proxmox.property.VmProperty;
import io.github.talosforge.proxmox.property.Volume;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Looks whether another host would find all drives of a VM. */
final class SharedDrives {
  private final ObservedCluster observed;
  private final Draft draft;

  SharedDrives(ObservedCluster observed, Draft draft) {
    this.observed = observed;
    this.draft = draft;
  }

  /** Tells whether every drive that a node has or gets is on shared storage; reports it if not. */
  boolean allShared(NodeTarget target, Optional<ObservedGuest> guest) {
    Map<String, String> drives = new TreeMap<>(target.configuration().values());
    guest
        .flatMap(ObservedGuest::configuration)
        .ifPresent(live -> drives.putAll(live.afterRestart()));
    if (holdsConfiguration(target, guest)) {
      drives.remove(CidataDrive.KEY);
    }
    drives.putAll(planned(target));
    Map<String, StorageName> local = new TreeMap<>();
    drives.forEach(
        (key, text) ->
            storage(key, text)
                .filter(storage -> !observed.isShared(storage))
                .ifPresent(storage -> local.put(key, storage)));
    if (!local.isEmpty()) {
      draft.report(
          PlanFinding.HA_LOCAL_DRIVES,
          target.spec().provenance().nearest("ha"),
          "High availability cannot look after node "
              + target.node()
              + ": no other host would find "
              + local.entrySet().stream()
                  .map(drive -> drive.getKey() + " on " + drive.getValue())
                  .collect(Collectors.joining(", "))
              + ".",
          "Put all its drives on shared storage, or set ha: false; Kubernetes survives the loss of"
              + " a node.");
    }
    return local.isEmpty();
  }

  /**
   * What the plan moves, or makes anew, is where the files want it when high availability comes.
   */
  private Map<String, String> planned(NodeTarget target) {
    Map<String, String> drives = new TreeMap<>();
    for (Change change : draft.changes) {
      if (change instanceof MoveDisk move && move.vm().node().equals(target.node())) {
        drives.put(move.key(), Volume.allocate(move.storage().value(), 1).text());
      } else if (change instanceof ChangeConfiguration configure
          && configure.vm().node().equals(target.node())) {
        drives.putAll(configure.values());
      }
    }
    return drives;
  }

  /** The CD with the node's configuration is taken out as soon as the node runs. */
  private static boolean holdsConfiguration(NodeTarget target, Optional<ObservedGuest> guest) {
    return guest
        .flatMap(ObservedGuest::configuration)
        .flatMap(CidataDrive::volume)
        .flatMap(CidataFile::of)
        .filter(file -> file.node().equals(target.node()))
        .isPresent();
  }

  private static Optional<StorageName> storage(String key, String text) {
    try {
      return VmConfigKey.of(key)
          .parse(text)
          .flatMap(SharedDrives::volume)
          .flatMap(Volume::storage)
          .map(StorageName::of);
    } catch (PropertyFormatException unreadable) {
      return Optional.empty();
    }
  }

  private static Optional<Volume> volume(VmProperty value) {
    if (value instanceof Drive drive) {
      return Optional.of(drive.volume());
    }
    if (value instanceof EfiDisk efi) {
      return Optional.of(efi.volume());
    }
    return value instanceof TpmState tpm ? Optional.of(tpm.volume()) : Optional.empty();
  }
}
