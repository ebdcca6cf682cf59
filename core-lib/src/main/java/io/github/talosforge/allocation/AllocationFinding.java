package io.github.talosforge.allocation;

import io.github.talosforge.finding.Finding;
import io.github.talosforge.finding.FindingArea;
import io.github.talosforge.finding.Severity;
import io.github.talosforge.finding.SourceLocation;
import org.jspecify.annotations.Nullable;

/** What can come up when a cluster is laid out on what exists already. */
public enum AllocationFinding {
  /** A demanded id belongs to another guest. */
  VM_ID_TAKEN(Severity.ERROR),
  /** A demanded address belongs to something else. */
  ADDRESS_TAKEN(Severity.ERROR),
  /** The role's range of ids is used up. */
  VM_IDS_EXHAUSTED(Severity.ERROR),
  /** The role's part of the subnet is used up. */
  ADDRESSES_EXHAUSTED(Severity.ERROR),
  /** The files demand an id, yet the node's VM has another one. */
  VM_ID_DIFFERS(Severity.WARNING),
  /** The address of a node's VM is not in the subnet and cannot be kept. */
  OBSERVED_ADDRESS_OUTSIDE(Severity.WARNING),
  /** Two VMs of this cluster have the same node's name. */
  VM_TWICE(Severity.ERROR),
  /** A VM that is not this cluster's has a node's name. */
  VM_NAME_TAKEN(Severity.WARNING),
  /** A host is named that does not exist. */
  HOST_UNKNOWN(Severity.ERROR),
  /** The demanded host is offline or full, and the placement is strict. */
  HOST_UNAVAILABLE(Severity.ERROR),
  /** The demanded host is offline or full, so that another one was taken. */
  HOST_AVOIDED(Severity.WARNING),
  /** The VM lives on another host than the demanded one. */
  HOST_DIFFERS(Severity.NOTE),
  /** No host has the memory. */
  NO_ROOM(Severity.ERROR),
  /** A new node gets memory that its host does not have, as the files allow. */
  MEMORY_OVERCOMMITTED(Severity.WARNING),
  /** Two control planes must share a host although there are several. */
  CONTROL_PLANES_SHARE_HOST(Severity.WARNING),
  /** Two control planes would share a host, and the placement is strict. */
  CONTROL_PLANES_CANNOT_SPREAD(Severity.ERROR);

  private final Severity severity;

  AllocationFinding(Severity severity) {
    this.severity = severity;
  }

  /** Returns the stable code, such as {@code TF-VM-ID-TAKEN}. */
  public String code() {
    return "TF-" + name().replace('_', '-');
  }

  /** Returns where it arises. */
  public FindingArea area() {
    return FindingArea.LAYOUT;
  }

  /** Returns how much it matters. */
  public Severity severity() {
    return severity;
  }

  Finding at(@Nullable SourceLocation location, String message, String suggestion) {
    return new Finding(area(), code(), severity, location, message, suggestion);
  }
}
