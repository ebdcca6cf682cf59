package io.github.talosforge.proxmox;

import java.time.Duration;
import java.util.Optional;

/**
 * How to end a VM with the help of its guest.
 *
 * @param timeout how long the guest may take; Proxmox VE has a default of a minute
 * @param forceStop whether the VM is stopped when the guest took too long; not for a reboot
 */
public record ShutdownOptions(Optional<Duration> timeout, boolean forceStop) {
  /**
   * Describes a shutdown that gives up when the guest does not answer.
   *
   * @return the options
   */
  public static ShutdownOptions defaults() {
    return new ShutdownOptions(Optional.empty(), false);
  }

  /**
   * Limits the time.
   *
   * @param value how long the guest may take
   * @return a changed copy
   */
  public ShutdownOptions within(Duration value) {
    return new ShutdownOptions(Optional.of(value), forceStop);
  }

  /**
   * Stops the VM when the guest took too long.
   *
   * @return a changed copy
   */
  public ShutdownOptions thenStop() {
    return new ShutdownOptions(timeout, true);
  }
}
