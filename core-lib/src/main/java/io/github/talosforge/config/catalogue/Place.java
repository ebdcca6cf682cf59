package io.github.talosforge.config.catalogue;

/** Where a key can stand. */
public enum Place {
  /** The top level of the cluster file. */
  CLUSTER("the cluster file's top level"),
  /** The sections of VM defaults in the cluster file. */
  VM_SECTION("a 'proxmox_vm_…' section of the cluster file"),
  /** The top level of the nodes file. */
  NODES_FILE("the nodes file's top level"),
  /** An entry of {@code pools}. */
  POOL("a pool"),
  /** An entry of {@code nodes}. */
  NODE("a node"),
  /** A section inside of another value. */
  NESTED("its section");

  private final String label;

  Place(String label) {
    this.label = label;
  }

  /** Returns the place in words. */
  public String label() {
    return label;
  }
}
