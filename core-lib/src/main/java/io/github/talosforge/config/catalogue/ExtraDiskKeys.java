package io.github.talosforge.config.catalogue;

import io.github.talosforge.model.DiskSize;
import io.github.talosforge.model.StorageName;
import io.github.talosforge.model.Wwn;

/** The keys of one entry of {@code extra_disks}; what is absent is as on the system disk. */
public final class ExtraDiskKeys {
  /** Size. */
  public final Key<DiskSize> size =
      Key.named("size", Grammars.DISK_SIZE)
          .required()
          .sets("scsi[n].size")
          .means("The disk's size.", "200G");

  /** Storage. */
  public final Key<StorageName> storage =
      Key.named("storage", Grammars.STORAGE)
          .sets("scsi[n].file")
          .means("The disk's storage.", "tank");

  /** Discard. */
  public final Key<Boolean> discard = like("discard", StorageKeys.DISCARD);

  /** Flash. */
  public final Key<Boolean> ssd = like("ssd", StorageKeys.SSD);

  /** Backup. */
  public final Key<Boolean> backup = like("backup", StorageKeys.BACKUP);

  /** Replication. */
  public final Key<Boolean> replicate = like("replicate", StorageKeys.REPLICATE);

  /** I/O thread. */
  public final Key<Boolean> iothread = like("iothread", StorageKeys.IOTHREAD);

  /** Cache mode. */
  public final Key<String> cache =
      Key.named("cache", StorageKeys.CACHES)
          .sets("scsi[n].cache")
          .means("As disk_cache, for this disk.", "none");

  /** I/O interface. */
  public final Key<String> aio =
      Key.named("aio", StorageKeys.INTERFACES)
          .sets("scsi[n].aio")
          .means("As disk_aio, for this disk.", "threads");

  /** Serial number. */
  public final Key<String> serial =
      Key.named("serial", StorageKeys.SERIALS)
          .sets("scsi[n].serial")
          .means("The disk's serial number.", "data-1");

  /** World wide name. */
  public final Key<Wwn> wwn =
      Key.named("wwn", StorageKeys.WWNS)
          .sets("scsi[n].wwn")
          .means("The disk's world wide name.", "\"0x5000c50015ea71ab\"");

  final SectionType section =
      SectionType.nested(
          size, storage, discard, ssd, backup, replicate, iothread, cache, aio, serial, wwn);

  ExtraDiskKeys() {}

  private static Key<Boolean> like(String name, Key<Boolean> general) {
    return Key.named(name, new FlagType())
        .sets("scsi[n]." + name)
        .means("As " + general.name() + ", for this disk.", general.example());
  }
}
