package io.github.talosforge.proxmox;

import io.github.talosforge.proxmox.property.Drive;
import io.github.talosforge.proxmox.property.NetworkDevice;
import io.github.talosforge.proxmox.property.Tags;
import io.github.talosforge.proxmox.property.VmConfigKey;
import io.github.talosforge.proxmox.property.Volume;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The configuration of a VM.
 *
 * @param settings every key with its text; {@code sshkeys} in plain text
 * @param digest a hash of the whole file, to notice changes by others
 */
public record VmConfig(Map<String, String> settings, String digest) {
  /** Copies the settings. */
  public VmConfig {
    settings = Collections.unmodifiableMap(new TreeMap<>(settings));
  }

  /**
   * Gives the text of a setting.
   *
   * @param key for example {@code cores}
   * @return the text; absent if the key is not set
   */
  public Optional<String> text(String key) {
    return Optional.ofNullable(settings.get(key));
  }

  /**
   * Gives all drives: disks, CD-ROM drives and the cloud-init drive.
   *
   * @return the drives by configuration key
   */
  public Map<String, Drive> drives() {
    Map<String, Drive> drives = new TreeMap<>();
    settings.forEach(
        (key, text) ->
            VmConfigKey.of(key).bus().ifPresent(bus -> drives.put(key, Drive.parse(bus, text))));
    return drives;
  }

  /**
   * Gives the network cards.
   *
   * @return the cards by configuration key
   */
  public Map<String, NetworkDevice> networkDevices() {
    Map<String, NetworkDevice> cards = new TreeMap<>();
    settings.forEach(
        (key, text) -> {
          if (isNumbered(key, "net")) {
            cards.put(key, NetworkDevice.parse(text));
          }
        });
    return cards;
  }

  /**
   * Gives the volumes that belong to the VM but are attached to nothing.
   *
   * @return the volumes by configuration key
   */
  public Map<String, Volume> unusedVolumes() {
    Map<String, Volume> unused = new TreeMap<>();
    settings.forEach(
        (key, text) -> {
          if (isNumbered(key, "unused")) {
            unused.put(key, Volume.parse(text));
          }
        });
    return unused;
  }

  /**
   * Gives the lock, which marks that something long works on the VM.
   *
   * @return for example {@code clone}; absent if there is none
   */
  public Optional<String> lock() {
    return text("lock");
  }

  /**
   * Gives the tags.
   *
   * @return the tags, perhaps none
   */
  public Tags tags() {
    return Tags.parse(settings.getOrDefault("tags", ""));
  }

  /**
   * Tells whether settings mean what is wanted, for those keys that are wanted.
   *
   * @param wanted texts by key
   * @return the keys whose text means something else, with the text here, if any
   */
  public Map<String, Optional<String>> differencesTo(Map<String, String> wanted) {
    Map<String, Optional<String>> differences = new TreeMap<>();
    wanted.forEach(
        (key, text) -> {
          if (!VmConfigKey.of(key).sameMeaning(settings.get(key), text)) {
            differences.put(key, text(key));
          }
        });
    return differences;
  }

  private static boolean isNumbered(String key, String family) {
    VmConfigKey parsed = VmConfigKey.of(key);
    return parsed.index().isPresent() && parsed.family().equals(family);
  }
}
