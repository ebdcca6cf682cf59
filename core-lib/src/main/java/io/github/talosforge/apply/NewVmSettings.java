package io.github.talosforge.apply;

import io.github.talosforge.model.StorageName;
import io.github.talosforge.plan.CreateVm;
import io.github.talosforge.plan.CreateVm.Source;
import io.github.talosforge.plan.FetchImage.Content;
import io.github.talosforge.proxmox.property.Disk;
import io.github.talosforge.proxmox.property.VmConfigKey;
import io.github.talosforge.proxmox.property.Volume;
import java.util.Map;
import java.util.TreeMap;

/** What a create call carries: the wanted hardware, with the image where it belongs. */
final class NewVmSettings {
  private NewVmSettings() {}

  static Map<String, String> of(CreateVm change) {
    Map<String, String> settings = new TreeMap<>(change.creation().values());
    if (change.source() instanceof Source.Import source) {
      String image =
          new ImageFile(source.image(), Content.IMPORT).volume(source.imageStorage());
      settings.computeIfPresent(source.disk(), (key, value) -> importing(key, value, image));
    } else if (change.source() instanceof Source.Iso source) {
      StorageName storage = source.imageStorage();
      String iso = new ImageFile(source.image(), Content.ISO).volume(storage);
      settings.put(source.drive(), iso + ",media=cdrom");
    }
    return settings;
  }

  /** An imported disk becomes as large as its image, so its own size has to be asked as none. */
  static String importing(String key, String value, String image) {
    Disk disk = Disk.parse(VmConfigKey.of(key).bus().orElseThrow(), value);
    String storage = disk.volume().storage().orElseThrow();
    return disk.withVolume(Volume.allocate(storage, 0)).withImportFrom(image).text();
  }
}
