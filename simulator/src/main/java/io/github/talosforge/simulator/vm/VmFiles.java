package io.github.talosforge.simulator.vm;

import io.github.talosforge.simulator.api.ApiFailure;
import io.github.talosforge.simulator.world.Host;
import io.github.talosforge.simulator.world.Vm;
import io.github.talosforge.simulator.world.World;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The configuration files of VMs in the cluster's file system. */
public final class VmFiles {
  private final World world;

  public VmFiles(World world) {
    this.world = world;
  }

  /** The VM of an id as its host sees it; another host does not find it. */
  public Vm load(String host, int vmid) {
    Vm vm = world.vms().get(vmid);
    if (vm == null || !vm.host().equals(host)) {
      throw ApiFailure.died(
          "Configuration file 'nodes/" + host + "/qemu-server/" + vmid + ".conf' does not exist");
    }
    return vm;
  }

  /** The same for what first looks whether the VM runs, which has other words for a missing one. */
  public Vm find(String host, int vmid) {
    Vm vm = world.vms().get(vmid);
    if (vm == null || !vm.host().equals(host)) {
      throw ApiFailure.died(
          "unable to find configuration file for VM " + vmid + " on node '" + host + "'");
    }
    return vm;
  }

  /** Refuses when an operation holds the VM. */
  public static void checkLock(Vm vm) {
    if (vm.lock() != null) {
      throw ApiFailure.died("VM is locked (" + vm.lock() + ")");
    }
  }

  /** Refuses what protection forbids. */
  public static void checkProtection(Vm vm, String what) {
    if ("1".equals(vm.config().get("protection"))) {
      throw ApiFailure.died(what + " - protection mode enabled");
    }
  }

  /** Refuses what needs quorum. */
  public void checkQuorum() {
    if (!world.quorate()) {
      throw ApiFailure.died("cluster not ready - no quorum?");
    }
  }

  /** Refuses a host that does not exist. */
  public Host checkHost(String name) {
    Host host = world.hosts().get(name);
    if (host == null) {
      throw ApiFailure.died("no such cluster node '" + name + "'");
    }
    return host;
  }

  /** Writes a VM's file; a volume that is in use is no longer listed as unused. */
  public void write(Vm vm) {
    if (!world.quorate()) {
      vm.discard();
      throw readOnly(vm.host(), vm.id());
    }
    trimDescription(vm.config());
    Set<String> used = new HashSet<>();
    collect(vm.config(), used);
    collect(vm.pending(), used);
    vm.snapshots().values().forEach(snapshot -> collect(snapshot.config(), used));
    vm.config()
        .entrySet()
        .removeIf(e -> Drive.isUnusedKey(e.getKey()) && !used.add(firstPart(e.getValue())));
    vm.touch();
    world.touch();
  }

  /**
   * A description is written as comments: no lines, no comment; and empty lines at the end fall.
   */
  private static void trimDescription(Map<String, String> config) {
    config.computeIfPresent("description", (key, text) -> trimmed(text));
  }

  private static @Nullable String trimmed(String text) {
    String trimmed = text.replaceFirst("\n+$", "");
    return trimmed.isEmpty() ? null : trimmed;
  }

  private static void collect(Map<String, String> config, Set<String> used) {
    config.forEach(
        (key, value) -> {
          if (Drive.isKey(key)) {
            used.add(firstPart(value));
          }
        });
  }

  private static String firstPart(String value) {
    int comma = value.indexOf(',');
    return comma < 0 ? value : value.substring(0, comma);
  }

  /** Removes a VM's file; without quorum it stays. */
  void remove(Vm vm) {
    if (!world.quorate()) {
      throw readOnly(vm.host(), vm.id());
    }
    world.vms().remove(vm.id());
  }

  /** Removes the file of a VM that could not be made; without quorum it stays, with its lock. */
  void removeUnfinished(int vmid) {
    if (world.quorate()) {
      world.vms().remove(vmid);
    }
  }

  private ApiFailure readOnly(String host, int vmid) {
    return ApiFailure.died(
        "unable to open file '/etc/pve/nodes/"
            + host
            + "/qemu-server/"
            + vmid
            + ".conf.tmp."
            + world.nextPid()
            + "' - Permission denied");
  }

  /** The SHA-1 of the file, pending section and snapshots included. */
  public static String digest(Vm vm) {
    List<String> lines = new ArrayList<>();
    vm.config().forEach((key, value) -> lines.add(key + ": " + value));
    lines.add("[PENDING]");
    vm.pending().forEach((key, value) -> lines.add(key + ": " + value));
    vm.pendingDeletes().forEach((key, force) -> lines.add("delete: " + key + force));
    vm.snapshots().forEach((name, snapshot) -> lines.add("[" + name + "] " + snapshot));
    try {
      MessageDigest sha1 = MessageDigest.getInstance("SHA-1");
      byte[] text = String.join("\n", lines).getBytes(StandardCharsets.UTF_8);
      return HexFormat.of().formatHex(sha1.digest(text));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-1", e);
    }
  }

  /** Refuses a configuration that someone changed in between. */
  static void checkDigest(Vm vm, @Nullable String digest) {
    if (digest != null && !digest.isEmpty() && !digest.equals(digest(vm))) {
      throw ApiFailure.died("checksum mismatch (file change by other user?)");
    }
  }
}
