package io.github.talosforge.simulator.task;

import io.github.talosforge.simulator.world.Storage;
import java.time.Duration;

/**
 * A lock that processes take: a file on one host, or one in the cluster's file system.
 *
 * @param name what makes it one lock
 * @param timeoutText what a process says that waited in vain
 */
public record LockName(String name, String timeoutText) {
  /** How long processes wait that do not say otherwise. */
  public static final Duration USUAL = Duration.ofSeconds(10);

  /** The lock of a VM's configuration on a host. */
  public static LockName vm(String host, int vmid) {
    return file(host, "/var/lock/qemu-server/lock-" + vmid + ".conf");
  }

  /** The lock under which volumes are made and freed. */
  public static LockName storage(Storage storage, String host) {
    if (storage.shared()) {
      String id = "storage-" + storage.id();
      return new LockName(id, "cfs-lock '" + id + "' error: got lock request timeout");
    }
    return file(host, "/var/lock/pve-manager/pve-storage-" + storage.id());
  }

  private static LockName file(String host, String path) {
    return new LockName(host + path, "can't lock file '" + path + "' - got timeout");
  }
}
