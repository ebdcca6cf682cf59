package io.github.talosforge.plan;

import io.github.talosforge.observe.GuestConfiguration;
import io.github.talosforge.observe.ObservedGuest;
import io.github.talosforge.plan.KeyDifference.Part;
import io.github.talosforge.proxmox.property.DriveBus;
import io.github.talosforge.proxmox.property.ProxmoxOption;
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
    return isExchanged(key, part)
        || key.option()
            .filter(option -> part.name().filter(option::isLive).isPresent() || isHot(option, part))
            .isPresent();
  }

  /**
   * The storage that is changed as a value is that of a drive for cloud-init, which is like a CD.
   */
  private static boolean isExchanged(VmConfigKey key, Part part) {
    return key.bus().isPresent() && part.name().filter("storage"::equals).isPresent();
  }

  private boolean isHot(ProxmoxOption option, Part part) {
    return switch (option.hotPlugging()) {
      case AT_ONCE -> true;
      case WITH_NETWORK -> plugged.contains("network");
      case WITH_USB -> plugged.contains("usb");
      case WITH_CPU -> plugged.contains("cpu");
      case WITH_MEMORY -> plugged.contains("memory") && numa;
      case WHILE_BALLOONING -> !isZero(part.oldValue()) && !isZero(part.newValue());
      case AFTER_STOP_START -> false;
    };
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
        && VmConfigKey.of(key)
            .option()
            .filter(option -> parts.stream().anyMatch(part -> isOtherDevice(option, part)))
            .isPresent();
  }

  /** A value without parts is unreadable, so that anything can be in it. */
  private static boolean isOtherDevice(ProxmoxOption option, Part part) {
    return part.name()
        .map(option::replacesDevice)
        .orElseGet(() -> option.replacesDevices() && part.oldValue().isPresent());
  }
}
