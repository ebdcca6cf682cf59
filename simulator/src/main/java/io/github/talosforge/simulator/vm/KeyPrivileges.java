package io.github.talosforge.simulator.vm;

import io.github.talosforge.simulator.api.Access;
import io.github.talosforge.simulator.api.ApiFailure;
import io.github.talosforge.simulator.world.Vnet;
import io.github.talosforge.simulator.world.World;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Which privilege each key of a configuration needs, whether it is set or deleted. */
final class KeyPrivileges {
  private final World world;

  KeyPrivileges(World world) {
    this.world = world;
  }

  /** Checks keys whose privilege does not depend on their value. */
  void check(Access access, int vmid, @Nullable String pool, Collection<String> keys) {
    if (access.principal().isRoot()) {
      return;
    }
    for (String key : new TreeSet<>(keys)) {
      if (!dependsOnValue(key)) {
        checkKey(access, vmid, pool, key);
      }
    }
  }

  private static boolean dependsOnValue(String key) {
    return Drive.isKey(key)
        || key.equals("cdrom")
        || key.equals("tags")
        || key.matches("(?:unused|serial|usb|hostpci|virtiofs)\\d+");
  }

  private static void checkKey(Access access, int vmid, @Nullable String pool, String key) {
    if (ConfigKeys.CPU.contains(key) || key.matches("numa\\d+")) {
      access.checkVm(vmid, pool, "VM.Config.CPU");
    } else if (ConfigKeys.MEMORY.contains(key)) {
      access.checkVm(vmid, pool, "VM.Config.Memory");
    } else if (ConfigKeys.HARDWARE.contains(key)) {
      access.checkVm(vmid, pool, "VM.Config.HWType");
    } else if (ConfigKeys.OPTIONS.contains(key)) {
      access.checkVm(vmid, pool, "VM.Config.Options");
      if (key.equals("startup")) {
        access.check("/", "Sys.Modify");
      }
    } else if (key.equals("freeze")) {
      access.checkVm(vmid, pool, "VM.PowerMgmt");
    } else if (ConfigKeys.DISK.contains(key)) {
      access.checkVm(vmid, pool, "VM.Config.Disk");
    } else if (key.matches("net\\d+")) {
      access.checkVm(vmid, pool, "VM.Config.Network");
    } else if (ConfigKeys.isCloudInit(key)) {
      access.checkVmAny(vmid, pool, "VM.Config.Cloudinit", "VM.Config.Network");
    } else {
      throw ApiFailure.died("only root can set '" + key + "' config");
    }
  }

  /** Checks devices whose privilege depends on their value, drives excepted. */
  void checkDevices(
      Access access, int vmid, @Nullable String pool, Map<String, String> values, String verb) {
    if (access.principal().isRoot()) {
      return;
    }
    new TreeMap<>(values).forEach((key, value) -> device(access, vmid, pool, key, value, verb));
  }

  private static void device(
      Access access, int vmid, @Nullable String pool, String key, String value, String verb) {
    if (key.matches("serial\\d+")) {
      if (!value.equals("socket")) {
        throw ApiFailure.died("only root can " + verb + " '" + key + "' config for real devices");
      }
      access.checkVm(vmid, pool, "VM.Config.HWType");
    } else if (key.matches("usb\\d+")) {
      access.checkVm(vmid, pool, "VM.Config.HWType");
      mapped(access, key, value, "usb", "only root can set '" + key + "' config for real devices");
    } else if (key.matches("hostpci\\d+")) {
      mapped(
          access,
          key,
          value,
          "pci",
          "only root can set '" + key + "' config for non-mapped devices");
      access.checkVm(vmid, pool, "VM.Config.HWType");
      if (PropertyString.parse(key, value, "host").containsKey("romfile")) {
        throw ApiFailure.parameter(key, "only root@pam can set 'romfile' option");
      }
    } else if (key.equals("rng0")) {
      access.checkVm(vmid, pool, "VM.Config.HWType");
      if ("/dev/hwrng".equals(PropertyString.parse(key, value, "source").get("source"))) {
        access.check("/mapping/hwrng", "Mapping.Use");
      }
    }
  }

  private static void mapped(Access access, String key, String value, String type, String refusal) {
    Map<String, String> device = PropertyString.parse(key, value, "host");
    String mapping = device.get("mapping");
    String host = device.get("host");
    if (host != null) {
      if (!(type.equals("usb") && host.equalsIgnoreCase("spice"))) {
        throw ApiFailure.died(refusal);
      }
    } else if (mapping != null) {
      access.check("/mapping/" + type + "/" + mapping, "Mapping.Use");
    } else {
      throw ApiFailure.died("either 'host' or 'mapping' must be set.");
    }
  }

  /** Checks the mappings of a VM that is to be cloned. */
  void checkMappings(Access access, Map<String, String> config) {
    if (access.principal().isRoot()) {
      return;
    }
    new TreeMap<>(config)
        .forEach(
            (key, value) -> {
              if (key.matches("hostpci\\d+")) {
                mapped(
                    access,
                    key,
                    value,
                    "pci",
                    "only root can set '" + key + "' config for non-mapped devices");
              }
            });
  }

  /** Checks the bridges of network devices. */
  void checkBridges(Access access, Map<String, String> values) {
    if (access.principal().isRoot()) {
      return;
    }
    new TreeMap<>(values)
        .forEach(
            (key, value) -> {
              if (key.matches("net\\d+")) {
                bridge(access, NetworkDevice.parse(key, value));
              }
            });
  }

  private void bridge(Access access, NetworkDevice device) {
    String bridge = device.option("bridge");
    if (bridge == null) {
      return;
    }
    Vnet vnet = world.vnets().get(bridge);
    String zone = vnet == null ? "localnetwork" : vnet.zone();
    String path = "/sdn/zones/" + zone + "/" + bridge;
    String tag = device.option("tag");
    String trunks = device.option("trunks");
    if (tag != null) {
      access.check(path + "/" + tag, "SDN.Use");
    }
    if (trunks != null) {
      for (String vlan : ConfigKeys.split(trunks)) {
        access.check(path + "/" + vlan, "SDN.Use");
      }
    }
    if (tag == null && trunks == null) {
      access.check(path, "SDN.Use");
    }
  }

  /** A custom CPU model is a mapped resource since release 9. */
  void checkCpu(Access access, @Nullable String cpu, @Nullable String before) {
    if (cpu == null || !world.personality().isNine()) {
      return;
    }
    String type = PropertyString.parse("cpu", cpu, "cputype").getOrDefault("cputype", "");
    boolean same =
        before != null
            && type.equals(PropertyString.parse("cpu", before, "cputype").get("cputype"));
    if (type.startsWith("custom-") && !same) {
      access.check("/mapping/cpu/" + type.substring("custom-".length()), "Mapping.Use");
    }
  }
}
