package io.github.talosforge.model;

import java.util.Optional;

/**
 * A Talos user volume, mounted at {@code /var/mnt/<name>}.
 *
 * @param name the volume's name
 * @param type what the volume is made of
 * @param size its size; a directory has none
 * @param storage where its disk is, when it has one of its own
 * @param filesystem the file system on it
 */
public record VolumeSpec(
    String name,
    Type type,
    Optional<DiskSize> size,
    Optional<StorageName> storage,
    Filesystem filesystem) {

  /** What a volume is made of. */
  public enum Type {
    /** A directory on EPHEMERAL. */
    DIRECTORY,
    /** A disk of its own. */
    DISK,
    /** A partition of the system disk. */
    PARTITION
  }

  /** A file system. */
  public enum Filesystem {
    /** XFS. */
    XFS,
    /** ext4. */
    EXT4
  }
}
