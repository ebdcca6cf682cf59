package io.github.talosforge.proxmox;

import io.github.talosforge.proxmox.property.Tags;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The state of a VM.
 *
 * @param status {@code running} or {@code stopped}
 * @param qmpStatus the state in the words of QEMU, such as {@code paused}
 * @param name its name
 * @param lock the lock in its configuration
 * @param tags its tags
 * @param template whether it is a template
 * @param agent whether the guest agent is configured
 * @param haState the state that the high availability manager keeps, such as {@code started} or
 *     {@code error}; absent for a VM that it does not look after
 * @param uptime the seconds since it was started
 * @param runningMachine the chipset with its version, while it runs
 */
public record VmStatus(
    String status,
    Optional<String> qmpStatus,
    Optional<String> name,
    Optional<String> lock,
    Tags tags,
    boolean template,
    boolean agent,
    Optional<String> haState,
    OptionalLong uptime,
    Optional<String> runningMachine) {
  /**
   * Tells whether the VM runs.
   *
   * @return true if it does, paused or not
   */
  public boolean isRunning() {
    return status.equals("running");
  }
}
