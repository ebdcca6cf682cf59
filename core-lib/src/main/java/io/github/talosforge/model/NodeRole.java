package io.github.talosforge.model;

/** What a node does in its cluster. */
public enum NodeRole {
  /** Runs etcd and the Kubernetes control plane. */
  CONTROL_PLANE("control plane"),
  /** Runs workloads. */
  WORKER("worker");

  private final String label;

  NodeRole(String label) {
    this.label = label;
  }

  /** Returns the role in words. */
  public String label() {
    return label;
  }
}
