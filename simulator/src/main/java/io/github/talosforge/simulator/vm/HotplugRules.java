package io.github.talosforge.simulator.vm;

import io.github.talosforge.simulator.world.Vm;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a running VM takes at once, and what waits for a stop and start. */
final class HotplugRules {
  private static final Set<String> WITHOUT_EFFECT_ON_GUEST =
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
  private static final List<String> COLD_DISK_OPTIONS =
      List.of("aio", "discard", "iothread", "queues", "product", "cache", "ssd", "vendor", "ro");
  private static final String DEFAULT = "network,disk,usb";

  private final Vm vm;
  private final List<String> features;

  HotplugRules(Vm vm) {
    this.vm = vm;
    String hotplug = vm.config().getOrDefault("hotplug", "1");
    features = ConfigKeys.split(hotplug.equals("1") ? DEFAULT : hotplug.equals("0") ? "" : hotplug);
  }

  /** A change that should happen at once but cannot. */
  static final class Problem extends Exception {
    private static final long serialVersionUID = 1L;

    Problem(String text) {
      super(text);
    }

    String text() {
      return "hotplug problem - " + getMessage() + "\n";
    }
  }

  static boolean hasNoEffectOnGuest(String key) {
    return WITHOUT_EFFECT_ON_GUEST.contains(key) || ConfigKeys.isCloudInit(key);
  }

  /** Whether a key can be removed from the running VM. */
  boolean removes(String key) throws Problem {
    if (hasNoEffectOnGuest(key) || key.equals("cpuunits") || key.equals("cpulimit")) {
      return true;
    }
    if (key.matches("net\\d+")) {
      return features.contains("network");
    }
    if (Drive.isKey(key)) {
      return removesDrive(key);
    }
    if (key.matches("usb\\d+")) {
      return usb();
    }
    return switch (key) {
      case "hotplug" -> !mentionsCpuOrMemory(vm.config().get("hotplug"));
      case "tablet" -> features.contains("usb");
      case "vcpus" -> features.contains("cpu");
      case "balloon" -> !"0".equals(vm.config().get("balloon"));
      case "memory" -> features.contains("memory");
      default -> false;
    };
  }

  private boolean removesDrive(String key) throws Problem {
    if (!features.contains("disk") || key.matches("(?:efidisk|ide|sata|tpmstate)\\d+")) {
      return false;
    }
    unplug(key);
    return true;
  }

  private void unplug(String key) throws Problem {
    if (bootDisks().contains(key)) {
      throw new Problem("can't unplug bootdisk '" + key + "'");
    }
  }

  private List<String> bootDisks() {
    List<String> disks = new ArrayList<>();
    for (String key : ConfigKeys.bootOrder(vm.config().getOrDefault("boot", ""))) {
      String value = vm.config().get(key);
      if (Drive.isKey(key) && value != null && !Drive.parse(key, value).isCdrom()) {
        disks.add(key);
      }
    }
    return disks;
  }

  /** Whether a new value reaches the running VM. */
  boolean takes(String key, String value) throws Problem {
    String old = vm.config().get(key);
    if (hasNoEffectOnGuest(key) || key.equals("cpuunits") || key.equals("cpulimit")) {
      return true;
    }
    if (key.matches("net\\d+")) {
      return takesNetwork(key, value, old);
    }
    if (Drive.isKey(key)) {
      return takesDrive(key, value, old);
    }
    if (key.matches("usb\\d+")) {
      return usb();
    }
    return switch (key) {
      case "hotplug" -> !mentionsCpuOrMemory(value) && !mentionsCpuOrMemory(old);
      case "tablet" -> features.contains("usb");
      case "vcpus" -> features.contains("cpu");
      case "balloon" -> "0".equals(value) == "0".equals(old);
      case "memory" -> features.contains("memory");
      case "agent" -> old != null && agent(value).equals(agent(old));
      default -> false;
    };
  }

  private boolean usb() {
    return features.contains("usb") && "l26".equals(vm.config().get("ostype"));
  }

  private static boolean mentionsCpuOrMemory(@Nullable String hotplug) {
    return hotplug != null && (hotplug.contains("cpu") || hotplug.contains("memory"));
  }

  private static Map<String, String> agent(String value) {
    Map<String, String> agent = PropertyString.parse("agent", value, "enabled");
    agent.remove("fstrim_cloned_disks");
    return agent;
  }

  private boolean takesNetwork(String key, String value, @Nullable String old) {
    if (old == null) {
      return features.contains("network");
    }
    NetworkDevice before = NetworkDevice.parse(key, old);
    NetworkDevice now = NetworkDevice.parse(key, value);
    boolean otherDevice =
        !before.model().equals(now.model())
            || !before.mac().equals(now.mac())
            || differs(before.options(), now.options(), "queues")
            || differs(before.options(), now.options(), "mtu")
            || before.option("bridge") == null
            || now.option("bridge") == null;
    return !otherDevice || features.contains("network");
  }

  private boolean takesDrive(String key, String value, @Nullable String old) throws Problem {
    if (key.equals("efidisk0") || key.equals("tpmstate0")) {
      return false;
    }
    boolean hot = features.contains("disk") && !key.matches("(?:ide|sata)\\d+");
    if (old == null) {
      return hot;
    }
    Drive before = Drive.parse(key, old);
    Drive now = Drive.parse(key, value);
    if (before.isCdrom() != now.isCdrom()) {
      throw new Problem("unable to change media type");
    }
    if (before.isCdrom()) {
      return true;
    }
    if (before.file().equals(now.file())) {
      return COLD_DISK_OPTIONS.stream()
          .noneMatch(option -> differs(before.options(), now.options(), option));
    }
    if (hot) {
      unplug(key);
    }
    return hot;
  }

  private static boolean differs(
      Map<String, String> one, Map<String, String> other, String option) {
    return !Objects.equals(one.get(option), other.get(option));
  }
}
