package io.github.talosforge.model;

/** Where a value can be written, weakest first: a later layer overrides an earlier one. */
public enum Layer {
  /** Talosforge's own default for every VM. */
  BUILT_IN("built in: default"),
  /** Talosforge's own default for control planes. */
  BUILT_IN_CONTROL_PLANE("built in: control-plane default"),
  /** Talosforge's own default for workers. */
  BUILT_IN_WORKER("built in: worker default"),
  /** A top-level key of the cluster file. */
  CLUSTER("cluster"),
  /** {@code proxmox_vm_defaults}. */
  VM_DEFAULTS("proxmox_vm_defaults"),
  /** {@code proxmox_vm_advanced}. */
  VM_ADVANCED("proxmox_vm_advanced"),
  /** {@code proxmox_vm_controller_defaults}. */
  CONTROLLER_DEFAULTS("proxmox_vm_controller_defaults"),
  /** {@code proxmox_vm_worker_defaults}. */
  WORKER_DEFAULTS("proxmox_vm_worker_defaults"),
  /** An entry of {@code pools}. */
  POOL("pool"),
  /** An entry of {@code nodes}. */
  NODE("node");

  private final String label;

  Layer(String label) {
    this.label = label;
  }

  /** Returns the words that explanations print. */
  public String label() {
    return label;
  }

  /** Tells whether nobody wrote this layer. */
  public boolean isBuiltIn() {
    return compareTo(BUILT_IN_WORKER) <= 0;
  }
}
