package io.github.talosforge.model;

/**
 * The ranges that ids and addresses are taken from.
 *
 * @param controlPlaneIds ids of control planes
 * @param workerIds ids of workers
 * @param templateIds ids of templates
 * @param controlPlaneOffset the first control plane's address, counted from the subnet's own
 * @param workerOffset the first worker's address, counted from the subnet's own
 */
public record AllocationSpec(
    VmIdRange controlPlaneIds,
    VmIdRange workerIds,
    VmIdRange templateIds,
    int controlPlaneOffset,
    int workerOffset) {

  /** Returns the ids of one role. */
  public VmIdRange ids(NodeRole role) {
    return role == NodeRole.CONTROL_PLANE ? controlPlaneIds : workerIds;
  }

  /** Returns the address offset of one role. */
  public int offset(NodeRole role) {
    return role == NodeRole.CONTROL_PLANE ? controlPlaneOffset : workerOffset;
  }
}
