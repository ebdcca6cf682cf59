package io.github.talosforge.plan;

import io.github.talosforge.cidata.CidataFile;
import io.github.talosforge.model.ClusterUid;
import io.github.talosforge.model.ImageSpec.Delivery;
import io.github.talosforge.model.NodeSpec;
import io.github.talosforge.observe.GuestConfiguration;
import io.github.talosforge.observe.ObservedGuest;
import io.github.talosforge.proxmox.property.BootOrder;
import io.github.talosforge.proxmox.property.CdRom;
import io.github.talosforge.proxmox.property.CloudInitDrive;
import io.github.talosforge.proxmox.property.Drive;
import io.github.talosforge.proxmox.property.DriveBus;
import io.github.talosforge.proxmox.property.PropertyFormatException;
import io.github.talosforge.proxmox.property.VmConfigKey;
import io.github.talosforge.proxmox.property.Volume;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The drive by which a node gets its configuration. What is in it says how far that is: no drive,
 * nothing given yet; our CD, given but not seen to work; an empty drive, done.
 */
public final class CidataDrive {
  /** The key of the drive. */
  public static final String KEY = "ide0";

  /** The key that has a VM start with its host. */
  public static final String START_WITH_HOST = "onboot";

  private static final String BOOT = "boot";

  private CidataDrive() {}

  /** Returns the value of a drive that holds a CD. */
  public static CdRom holding(String volume) {
    return CdRom.holding(DriveBus.IDE, Volume.parse(volume));
  }

  /** Returns the value of a drive that was emptied. */
  public static CdRom empty() {
    return CdRom.empty(DriveBus.IDE);
  }

  /** Returns the CD of a cluster that is in the drive. */
  public static Optional<CidataFile> disc(GuestConfiguration live, ClusterUid cluster) {
    return volume(live).flatMap(CidataFile::of).filter(file -> file.cluster().equals(cluster));
  }

  /** Returns what is in the drive. */
  public static Optional<String> volume(GuestConfiguration live) {
    return drive(live.afterRestart(), KEY).map(drive -> drive.volume().text());
  }

  /**
   * Proxmox appends every CD drive that is set to the boot order, behind what boots. There it
   * stays, because taking it out again would last until the drive is set the next time.
   */
  static WantedConfiguration inBootOrder(WantedConfiguration wanted, GuestConfiguration live) {
    List<String> order = new ArrayList<>(bootOrder(wanted.values()));
    boolean appended = bootOrder(live.afterRestart()).contains(KEY) && !order.contains(KEY);
    if (!appended || volume(live).isEmpty()) {
      return wanted;
    }
    order.add(KEY);
    return wanted.with(BOOT, BootOrder.of(order).text());
  }

  private static List<String> bootOrder(Map<String, String> values) {
    String text = values.get(BOOT);
    return text == null ? List.of() : BootOrder.parse(text).devices();
  }

  /** Returns the drives with cloud-init data of Proxmox, which would compete with a CD of ours. */
  public static List<String> competitors(GuestConfiguration live) {
    Map<String, String> values = live.afterRestart();
    return values.keySet().stream()
        .filter(key -> drive(values, key).filter(CloudInitDrive.class::isInstance).isPresent())
        .toList();
  }

  /** Tells whether a VM stands still because its node has yet to get its configuration on a CD. */
  public static boolean waits(NodeSpec node, ObservedGuest guest) {
    return node.image().delivery() == Delivery.CIDATA
        && guest.power() == ObservedGuest.Power.STOPPED
        && guest.configuration().filter(CidataDrive::isPending).isPresent();
  }

  /**
   * Returns what a VM should be until it has its CD: its host must not start it before, for Talos
   * would come up without a configuration. The call that puts the CD in has it start with its host.
   */
  static NodeTarget held(NodeTarget target) {
    return target.spec().image().delivery() == Delivery.CIDATA
        ? target.withConfiguration(target.configuration().with(START_WITH_HOST, "0"))
        : target;
  }

  /** Does the same for a VM that exists, if it has yet to get its CD. */
  static NodeTarget held(NodeTarget target, ObservedGuest guest) {
    return waits(target.spec(), guest)
            && guest.configuration().flatMap(CidataDrive::volume).isEmpty()
        ? held(target)
        : target;
  }

  /** Tells whether a VM runs that should have got its configuration on a CD and never had one. */
  public static boolean runsWithout(NodeSpec node, ObservedGuest guest) {
    return node.image().delivery() == Delivery.CIDATA
        && guest.power() == ObservedGuest.Power.RUNNING
        && guest
            .configuration()
            .filter(live -> live.get(KEY).isEmpty() && competitors(live).isEmpty())
            .isPresent();
  }

  private static boolean isPending(GuestConfiguration live) {
    Optional<String> volume = volume(live);
    return volume.isEmpty()
        ? competitors(live).isEmpty()
        : volume.flatMap(CidataFile::of).isPresent();
  }

  private static Optional<Drive> drive(Map<String, String> values, String key) {
    try {
      return VmConfigKey.of(key)
          .bus()
          .flatMap(bus -> Optional.ofNullable(values.get(key)).map(text -> Drive.parse(bus, text)));
    } catch (PropertyFormatException unreadable) {
      return Optional.empty();
    }
  }
}
