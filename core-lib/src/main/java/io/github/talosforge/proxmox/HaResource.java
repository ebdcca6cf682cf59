package io.github.talosforge.proxmox;

import java.util.Optional;
import java.util.OptionalInt;

/**
 * A VM that the high availability manager looks after.
 *
 * @param vmId the number of the VM
 * @param state the wanted state: {@code started}, {@code stopped}, {@code disabled}, {@code
 *     ignored}
 * @param group its group of hosts; only before release 9
 * @param maximumRestarts how often it is started again on the same host
 * @param maximumRelocations how often it is tried on another host
 * @param comment a note on it
 */
public record HaResource(
    int vmId,
    String state,
    Optional<String> group,
    OptionalInt maximumRestarts,
    OptionalInt maximumRelocations,
    Optional<String> comment) {
  /**
   * Describes a VM that shall run.
   *
   * @param vmId the number of the VM
   * @return the resource with the defaults of Proxmox VE
   */
  public static HaResource started(int vmId) {
    return new HaResource(
        vmId,
        "started",
        Optional.empty(),
        OptionalInt.empty(),
        OptionalInt.empty(),
        Optional.empty());
  }

  /**
   * Wants another state.
   *
   * @param value for example {@code stopped}
   * @return a changed copy
   */
  public HaResource inState(String value) {
    return new HaResource(vmId, value, group, maximumRestarts, maximumRelocations, comment);
  }

  /**
   * Puts the VM into a group of hosts; only before release 9.
   *
   * @param value the name of the group
   * @return a changed copy
   */
  public HaResource inGroup(String value) {
    return new HaResource(
        vmId, state, Optional.of(value), maximumRestarts, maximumRelocations, comment);
  }

  /**
   * Tells the name that the manager uses.
   *
   * @return for example {@code vm:100}
   */
  public String sid() {
    return "vm:" + vmId;
  }
}
