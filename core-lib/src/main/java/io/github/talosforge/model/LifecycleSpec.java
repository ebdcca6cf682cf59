package io.github.talosforge.model;

/**
 * Start, stop and protection of a VM.
 *
 * @param startup the order among the host's VMs
 * @param onBoot whether the VM starts with its host
 * @param protection whether Proxmox refuses to remove it
 * @param ha how high availability treats it
 */
public record LifecycleSpec(StartupOrder startup, boolean onBoot, boolean protection, HaSpec ha) {

  /**
   * How high availability treats a VM.
   *
   * @param enabled whether it does
   * @param maxRestart the restarts on the same host
   * @param maxRelocate the moves to another host
   */
  public record HaSpec(boolean enabled, int maxRestart, int maxRelocate) {}
}
