package io.github.talosforge.simulator.vm;

import io.github.talosforge.simulator.api.Access;
import io.github.talosforge.simulator.api.ApiFailure;
import io.github.talosforge.simulator.storage.Storages;
import io.github.talosforge.simulator.storage.VolumeName;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What is checked of drives before anything is done: their form, and who may use what. */
final class DriveChecks {
  private final Storages storages;

  DriveChecks(Storages storages) {
    this.storages = storages;
  }

  /** {@code cdrom} is another name for {@code ide2}. */
  static void resolveAlias(Map<String, String> values) {
    String cdrom = values.remove("cdrom");
    if (cdrom != null) {
      if (values.containsKey("ide2")) {
        throw ApiFailure.parameter("cdrom", "conflicts with ide2 value");
      }
      values.put("ide2", cdrom + (cdrom.contains("media=") ? "" : ",media=cdrom"));
    }
  }

  /** Checks the form of all drives among some values. */
  void checkForm(Map<String, String> values) {
    new TreeMap<>(values)
        .forEach(
            (key, value) -> {
              if (Drive.isKey(key)) {
                Drive drive = Drive.parse(key, value);
                checkImportForm(drive);
                checkIso(drive);
              }
            });
  }

  private static void checkImportForm(Drive drive) {
    if (drive.option("import-from") == null) {
      return;
    }
    Drive.NewDisk disk = drive.newDisk();
    if (disk == null || disk.gibibytes() != 0) {
      throw ApiFailure.parameter(
          drive.key(),
          "'import-from' requires special syntax - use <storage ID>:0,import-from=<source>");
    }
    if (drive.key().equals("efidisk0")) {
      demand(drive, "efitype");
      demand(drive, "pre-enrolled-keys");
    } else if (drive.key().equals("tpmstate0")) {
      demand(drive, "version");
    }
  }

  private static void demand(Drive drive, String option) {
    if (drive.option(option) == null) {
      throw ApiFailure.parameter(
          drive.key(), "need to specify '" + option + "' when using 'import-from'");
    }
  }

  private void checkIso(Drive drive) {
    if (drive.isVolume() && drive.newDisk() == null && !drive.isCloudInit()) {
      if (storages.name(drive.file()).content().equals("iso") && !drive.isCdrom()) {
        throw ApiFailure.parameter(
            drive.key(), "explicit 'media=cdrom' is required for iso images");
      }
    }
  }

  /** Checks who may use the storages and volumes of some values. */
  void checkAccess(
      Access access, int vmid, Map<String, String> values, @Nullable String defaultStorage) {
    Map<String, String> sorted = new TreeMap<>(values);
    sorted.forEach(
        (key, value) -> {
          if (Drive.isKey(key)) {
            Drive drive = Drive.parse(key, value);
            checkFile(access, vmid, drive, defaultStorage);
            checkImport(access, vmid, drive);
          }
        });
    sorted.forEach(
        (key, value) -> {
          if (Drive.isUnusedKey(key)) {
            checkUnused(access, vmid, key, value);
          }
        });
  }

  private void checkFile(Access access, int vmid, Drive drive, @Nullable String defaultStorage) {
    Drive.NewDisk disk = drive.newDisk();
    if (drive.file().equals("none") || isNewCloudInit(drive)) {
      return;
    }
    if (drive.isCdrom() && drive.file().equals("cdrom")) {
      access.check("/", "Sys.Console");
    } else if (disk != null && !drive.isCdrom()) {
      String storage = storageOf(disk, defaultStorage);
      access.check("/storage/" + storage, "Datastore.AllocateSpace");
      if (!storages.config(storage).content().contains("images")) {
        throw ApiFailure.parameter(
            "storage", "storage '" + storage + "' does not support vm images");
      }
    } else {
      storages.checkVolumeAccess(access, vmid, drive.file(), null);
      String content = storages.name(drive.file()).content();
      if (!content.equals("images") && !content.equals("iso")) {
        throw ApiFailure.parameter(drive.key(), "content type needs to be 'images' or 'iso'");
      }
    }
  }

  static boolean isNewCloudInit(Drive drive) {
    return drive.file().equals("cloudinit") || drive.file().endsWith(":cloudinit");
  }

  static String storageOf(Drive.NewDisk disk, @Nullable String defaultStorage) {
    String storage = disk.storage() == null ? defaultStorage : disk.storage();
    if (storage == null) {
      throw ApiFailure.died("no storage ID specified (and no default storage)");
    }
    return storage;
  }

  private void checkImport(Access access, int vmid, Drive drive) {
    String source = drive.option("import-from");
    if (source == null) {
      return;
    }
    if (VolumeName.Id.of(source) == null) {
      storages.checkVolumeAccess(access, vmid, source, null);
    }
    VolumeName name = storages.name(source);
    if (!name.content().equals("images") && !name.content().equals("import")) {
      throw ApiFailure.parameter(
          drive.key(),
          source + " has wrong type '" + name.content() + "' - needs to be 'images' or 'import'");
    }
    if (name.format().equals("ova")) {
      throw ApiFailure.notSimulated("importing a disk out of an OVA");
    }
    if (name.owner() > 0) {
      access.check("/vms/" + name.owner(), "VM.Clone");
    } else {
      storages.checkVolumeAccess(access, vmid, source, null);
    }
  }

  private void checkUnused(Access access, int vmid, String key, String value) {
    String volid = Drive.parse(key, value).file();
    if (VolumeName.Id.of(volid) == null) {
      throw ApiFailure.parameter(key, "not a valid volid: " + volid);
    }
    storages.checkVolumeAccess(access, vmid, volid, "images");
  }
}
