package io.github.talosforge.config.catalogue;

import io.github.talosforge.model.DiskSize;
import io.github.talosforge.model.StorageName;
import io.github.talosforge.model.VolumeSpec;

/** The keys of one entry of {@code volumes}. */
public final class VolumeKeys {
  /** Type. */
  public final Key<VolumeSpec.Type> type =
      Key.named(
              "type",
              ChoiceType.of("directory", VolumeSpec.Type.DIRECTORY)
                  .or("disk", VolumeSpec.Type.DISK)
                  .or("partition", VolumeSpec.Type.PARTITION))
          .builtIn("partition")
          .means("What the volume is made of.", "disk");

  /** Size. */
  public final Key<DiskSize> size =
      Key.named("size", Grammars.DISK_SIZE).means("The size; a directory has none.", "7GB");

  /** Storage. */
  public final Key<StorageName> storage =
      Key.named("storage", Grammars.STORAGE).means("The storage of a volume of type disk.", "tank");

  /** File system. */
  public final Key<VolumeSpec.Filesystem> filesystem =
      Key.named(
              "filesystem",
              ChoiceType.of("xfs", VolumeSpec.Filesystem.XFS)
                  .or("ext4", VolumeSpec.Filesystem.EXT4))
          .builtIn("xfs")
          .means("The file system.", "xfs");

  final SectionType section = SectionType.nested(type, size, storage, filesystem);

  VolumeKeys() {}
}
