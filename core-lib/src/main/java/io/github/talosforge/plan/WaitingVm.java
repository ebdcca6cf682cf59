package io.github.talosforge.plan;

import io.github.talosforge.observe.NodeVm;
import java.util.List;

/**
 * A VM with values that take effect only after a stop and start.
 *
 * @param vm the VM
 * @param fields what waits: what Proxmox holds already, and what this plan adds
 */
public record WaitingVm(NodeVm vm, List<FieldChange> fields) {

  /** Keeps an own copy of the list. */
  public WaitingVm {
    fields = List.copyOf(fields);
  }
}
