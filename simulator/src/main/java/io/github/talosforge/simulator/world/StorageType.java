package io.github.talosforge.simulator.world;

import java.util.Locale;

/** The storage plugins that are modelled. */
public enum StorageType {
  /** A directory of a host. */
  DIR(true, false),
  /** A directory on the network. */
  NFS(true, true),
  /** Thin LVM of a host. */
  LVMTHIN(false, false),
  /** ZFS of a host. */
  ZFSPOOL(false, false),
  /** Ceph. */
  RBD(false, true);

  private final boolean files;
  private final boolean shared;

  StorageType(boolean files, boolean shared) {
    this.files = files;
    this.shared = shared;
  }

  /**
   * Whether volumes are files: only such storages hold ISO and import files.
   *
   * @return whether they are
   */
  public boolean files() {
    return files;
  }

  /**
   * Whether all hosts see the same volumes.
   *
   * @return whether they do
   */
  public boolean shared() {
    return shared;
  }

  /**
   * The plugin's name.
   *
   * @return for example {@code lvmthin}
   */
  public String plugin() {
    return name().toLowerCase(Locale.ROOT);
  }
}
