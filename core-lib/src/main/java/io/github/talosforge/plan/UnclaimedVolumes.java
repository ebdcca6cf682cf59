package io.github.talosforge.plan;

import io.github.talosforge.model.AllocationSpec;
import io.github.talosforge.model.VmId;
import io.github.talosforge.model.VmIdRange;
import io.github.talosforge.observe.AttachedVolumes;
import io.github.talosforge.observe.Claim;
import io.github.talosforge.observe.ImageStock.StockedVolume;
import io.github.talosforge.observe.ObservedGuest;
import io.github.talosforge.proxmox.property.Volume;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Names volumes that carry an id of this cluster's ranges which no VM has. A volume carries nothing
 * but a number, and numbers are used again: nothing proves whose it is.
 */
final class UnclaimedVolumes {
  /** What Proxmox itself calls volumes; other names were given by who keeps data there. */
  private static final Pattern OF_PROXMOX =
      Pattern.compile("(?:.*/)?(?:vm|base)-\\d+-(?:disk-\\d+|cloudinit|state-.+)(?:\\.\\w+)?");

  private static final String VOLUME_OF_KUBERNETES = "-pvc-";

  private final PlanRequest request;
  private final Draft draft;

  UnclaimedVolumes(PlanRequest request, Draft draft) {
    this.request = request;
    this.draft = draft;
  }

  void report(List<StockedVolume> volumes, Supplier<AttachedVolumes> attached) {
    Set<VmId> own = ids(this::isOurs);
    Set<VmId> others = ids(guest -> !isOurs(guest));
    List<StockedVolume> loose =
        volumes.stream()
            .filter(volume -> !others.contains(volume.owner()))
            .filter(volume -> !own.contains(volume.owner()) || isDisk(volume))
            .filter(this::looksLikeOurs)
            .toList();
    if (loose.isEmpty()) {
      return;
    }
    AttachedVolumes inUse = attached.get();
    if (inUse.certain()) {
      loose.stream()
          .filter(volume -> inUse.of(volume.volume()).isEmpty())
          .forEach(volume -> report(volume, own.contains(volume.owner())));
    } else {
      draft.report(
          PlanFinding.USE_UNKNOWN,
          null,
          "Volumes that carry an id of this cluster's ranges which no VM has are not named, because"
              + " nobody can tell who has them attached: not read were "
              + inUse.unreadInWords()
              + ".",
          "Look again when all hosts are up and the credentials may read all VMs.");
    }
  }

  private Set<VmId> ids(Predicate<ObservedGuest> which) {
    return request.observed().guests().stream()
        .filter(which)
        .map(ObservedGuest::id)
        .collect(Collectors.toCollection(HashSet::new));
  }

  private boolean isOurs(ObservedGuest guest) {
    return request.owned().claim(guest).state() == Claim.State.OURS;
  }

  /** The memory of a snapshot is named in no configuration that anybody reads here. */
  private static boolean isDisk(StockedVolume volume) {
    return Volume.parse(volume.volume()).name().contains("-disk-");
  }

  private boolean looksLikeOurs(StockedVolume volume) {
    AllocationSpec ranges = request.spec().allocation();
    String name = Volume.parse(volume.volume()).name();
    boolean ofNode =
        Stream.of(ranges.controlPlaneIds(), ranges.workerIds(), ranges.templateIds())
            .anyMatch(range -> range.contains(volume.owner()));
    boolean ofDataVm =
        volume.owner().value() % 10 == 0
            && Stream.of(ranges.controlPlaneIds(), ranges.workerIds())
                .anyMatch(range -> isNodeOf(volume.owner(), range));
    return (ofNode && OF_PROXMOX.matcher(name).matches())
        || (ofDataVm && !name.contains(VOLUME_OF_KUBERNETES));
  }

  private static boolean isNodeOf(VmId data, VmIdRange range) {
    int node = data.value() / 10;
    return node >= range.first().value() && node <= range.last().value();
  }

  private void report(StockedVolume volume, boolean ofExisting) {
    if (ofExisting) {
      reportForgotten(volume);
      return;
    }
    draft.report(
        PlanFinding.VOLUME_UNCLAIMED,
        null,
        "Volume "
            + volume.volume()
            + (volume.shared() ? "" : " of host " + volume.host())
            + " carries the id "
            + volume.owner()
            + ", which is in this cluster's range and which no VM has. Nothing proves whose"
            + " it is, and it can hold data.",
        "If nobody needs it, run on host " + volume.host() + ": pvesm free " + volume.volume());
  }

  /**
   * Proxmox VE makes a disk before it writes it down, and keeps it when it cannot. Only Proxmox VE
   * itself knows whether a snapshot needs it.
   */
  private void reportForgotten(StockedVolume volume) {
    draft.report(
        PlanFinding.VOLUME_UNCLAIMED,
        null,
        "Volume "
            + volume.volume()
            + " is by its name a disk of VM "
            + volume.owner()
            + ", which is this cluster's and does not name it.",
        "Run on host "
            + volume.host()
            + ": qm disk rescan --vmid "
            + volume.owner()
            + ". Unless a snapshot needs it, it is an unused disk of the VM then, which"
            + " removeLeftovers frees.");
  }
}
