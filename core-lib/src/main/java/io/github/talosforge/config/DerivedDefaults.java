package io.github.talosforge.config;

import io.github.talosforge.config.catalogue.CpuKeys;
import io.github.talosforge.config.catalogue.FirmwareKeys;
import io.github.talosforge.config.catalogue.ImageKeys;
import io.github.talosforge.config.catalogue.Key;
import io.github.talosforge.config.catalogue.NicKeys;
import io.github.talosforge.config.catalogue.Setting;
import io.github.talosforge.config.catalogue.Settings;
import io.github.talosforge.config.catalogue.StorageKeys;
import io.github.talosforge.model.ImageSpec.Architecture;
import io.github.talosforge.model.StorageName;
import java.util.LinkedHashMap;
import java.util.Map;

/** Built-in values that depend on other values; whatever the user wrote stays. */
final class DerivedDefaults {
  private static final String DATA_VM_SYSTEM_DISK = "5G";
  private static final String ARM_MACHINE = "virt";

  private DerivedDefaults() {}

  static Setting.Branch complete(Setting.Branch merged) {
    Settings settings = new Settings(merged);
    Map<String, Setting> entries = new LinkedHashMap<>(merged.entries());
    storeWithDisks(entries, settings, StorageKeys.EFI_STORAGE);
    storeWithDisks(entries, settings, StorageKeys.CLOUDINIT_STORAGE);
    if (settings.get(StorageKeys.DATA_VM)) {
      preset(entries, settings, StorageKeys.DISK_SIZE, DATA_VM_SYSTEM_DISK);
    }
    int cores = settings.get(CpuKeys.SOCKETS) * settings.get(CpuKeys.CORES);
    preset(
        entries,
        settings,
        NicKeys.QUEUES,
        Integer.toString(Math.min(NicKeys.MOST_QUEUES_BY_DEFAULT, cores)));
    if (settings.get(ImageKeys.ARCH) == Architecture.ARM64) {
      preset(entries, settings, FirmwareKeys.MACHINE, ARM_MACHINE);
    }
    return new Setting.Branch(entries);
  }

  private static void storeWithDisks(
      Map<String, Setting> entries, Settings settings, Key<StorageName> key) {
    Setting storage = entries.get(StorageKeys.STORAGE.name());
    if (storage != null && settings.find(key).isEmpty()) {
      entries.put(key.name(), storage);
    }
  }

  private static void preset(
      Map<String, Setting> entries, Settings settings, Key<?> key, String text) {
    if (!settings.isWritten(key)) {
      entries.put(key.name(), key.preset(text));
    }
  }
}
