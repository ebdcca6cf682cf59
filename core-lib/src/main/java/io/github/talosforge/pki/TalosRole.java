package io.github.talosforge.pki;

/** What a client may do with Talos' API, as an organization in its certificate. */
public enum TalosRole {
  /** Everything. */
  ADMIN("os:admin"),
  /** Reading, and the daily work: restarts, reboots, etcd maintenance. */
  OPERATOR("os:operator"),
  /** Reading what is not secret. */
  READER("os:reader"),
  /** Only snapshots of etcd. */
  ETCD_BACKUP("os:etcd:backup");

  private final String label;

  TalosRole(String label) {
    this.label = label;
  }

  /** Returns the name that certificates carry. */
  public String label() {
    return label;
  }
}
