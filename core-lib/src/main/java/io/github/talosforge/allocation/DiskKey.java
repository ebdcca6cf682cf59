package io.github.talosforge.allocation;

/** What a node's disks are called when their world wide names are derived. */
public final class DiskKey {
  /** The disk that Talos is on. */
  public static final String SYSTEM = "system";

  /** The disk with EPHEMERAL, when a data VM keeps it. */
  public static final String EPHEMERAL = "ephemeral";

  private DiskKey() {}

  /** Returns the key of the disk of a user volume. */
  public static String volume(String name) {
    return "volume/" + name;
  }

  /** Returns the key of a further disk, counted from 0. */
  public static String extra(int index) {
    return "disk/" + index;
  }
}
