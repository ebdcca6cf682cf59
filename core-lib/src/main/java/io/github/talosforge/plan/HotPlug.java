package io.github.talosforge.plan;

import io.github.talosforge.observe.GuestConfiguration;
import io.github.talosforge.observe.ObservedGuest;
import io.github.talosforge.plan.KeyDifference.Part;
import io.github.talosforge.proxmox.property.DriveBus;
import io.github.talosforge.proxmox.property.VmConfigKey;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * When a change of a VM takes effect, which depends on whether it runs and what it lets plug in.
 */
final class HotPlug {
  private static final Set<String> NEVER_SEEN_BY_GUEST =
      Set.of(
          "description",
          "hookscript",
          "lock",
          "migrate_downtime",
          "migrate_speed",
          "name",
          "onboot",
          "protection",
          "shares",
          "startup",
          "tags",
          "vmstatestorage");
  private static final Set<String> LIVE = Set.of("cpulimit", "cpuunits", "tablet");
  private static final Set<String> REPLACES_CARD = Set.of("model", "macaddr", "queues", "mtu");

  /** The storage is that of a drive for cloud-init, which is exchanged like a CD. */
  private static final Set<String> HOST_SIDE_OF_DISK =
      Set.of("backup", "replicate", "shared", "detect_zeroes", "rerror", "werror", "storage");

  private static final String DEFAULT = "network,disk,usb";

  private final boolean running;
  private final boolean numa;
  private final Set<String> plugged;

  private HotPlug(boolean running, boolean numa, Set<String> plugged) {
    this.running = running;
    this.numa = numa;
    this.plugged = plugged;
  }

  static HotPlug of(ObservedGuest guest, GuestConfiguration configuration) {
    String setting = configuration.get("hotplug").orElse("1");
    String words = setting.equals("1") ? DEFAULT : setting;
    return new HotPlug(
        guest.power() != ObservedGuest.Power.STOPPED,
        configuration.get("numa").filter(flag -> flag.equals("1")).isPresent(),
        new TreeSet<>(Arrays.asList(words.split("[,;\\s]+", -1))));
  }

  boolean isRunning() {
    return running;
  }

  Effect effect(String key, Part part) {
    return !running || isHot(VmConfigKey.of(key), part) ? Effect.AT_ONCE : Effect.AFTER_STOP_START;
  }

  /** Tells when the guest sees a drive that is attached or taken away. */
  Effect attaching(String key) {
    Optional<DriveBus> bus = VmConfigKey.of(key).bus();
    boolean pluggable =
        bus.filter(found -> found == DriveBus.SCSI || found == DriveBus.VIRTIO).isPresent();
    return !running || (pluggable && plugged.contains("disk"))
        ? Effect.AT_ONCE
        : Effect.AFTER_STOP_START;
  }

  private boolean isHot(VmConfigKey key, Part part) {
    if (NEVER_SEEN_BY_GUEST.contains(key.family()) || LIVE.contains(key.family())) {
      return true;
    }
    if (key.bus().isPresent()) {
      return part.name().filter(HotPlug::isHostSide).isPresent();
    }
    return switch (key.family()) {
      case "net" -> plugged.contains("network");
      case "usb" -> plugged.contains("usb");
      case "vcpus" -> plugged.contains("cpu");
      case "memory" -> plugged.contains("memory") && numa;
      case "balloon" -> !isZero(part.oldValue()) && !isZero(part.newValue());
      case "agent" -> part.name().filter("fstrim_cloned_disks"::equals).isPresent();
      default -> false;
    };
  }

  private static boolean isHostSide(String part) {
    return HOST_SIDE_OF_DISK.contains(part) || part.matches("(mbps|bps|iops)(_.*)?");
  }

  private static boolean isZero(Optional<String> amount) {
    return amount.filter("0"::equals).isPresent();
  }

  /**
   * Tells whether writing a value would pull a card out of the running guest and plug in another,
   * which cuts the node off the network until Talos has set the new one up, or for good.
   */
  boolean replacesCard(String key, List<Part> parts) {
    return running
        && VmConfigKey.of(key).family().equals("net")
        && parts.stream().anyMatch(HotPlug::isOtherCard);
  }

  private static boolean isOtherCard(Part part) {
    return part.name().map(REPLACES_CARD::contains).orElse(part.oldValue().isPresent());
  }
}
