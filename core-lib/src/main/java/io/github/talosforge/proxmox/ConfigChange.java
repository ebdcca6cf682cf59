package io.github.talosforge.proxmox;

import io.github.talosforge.proxmox.property.VmProperty;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A change of the configuration of a VM.
 *
 * @param settings texts by key; {@code sshkeys} in plain text
 * @param deleted keys to remove; a disk is kept as unused
 * @param reverted keys whose pending change is dropped
 * @param digest the digest that the configuration must still have
 */
public record ConfigChange(
    Map<String, String> settings,
    List<String> deleted,
    List<String> reverted,
    Optional<String> digest) {
  /** Copies the collections. */
  public ConfigChange {
    settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
    deleted = List.copyOf(deleted);
    reverted = List.copyOf(reverted);
  }

  /**
   * Describes no change.
   *
   * @return a change to add to
   */
  public static ConfigChange none() {
    return new ConfigChange(Map.of(), List.of(), List.of(), Optional.empty());
  }

  /**
   * Sets a key.
   *
   * @param key for example {@code cores}
   * @param value its text; a drive must name the volume that it has, or it gets a new one
   * @return a changed copy
   */
  public ConfigChange set(String key, String value) {
    Map<String, String> changed = new LinkedHashMap<>(settings);
    changed.put(key, value);
    return new ConfigChange(changed, deleted, reverted, digest);
  }

  /**
   * Sets a key to a property string.
   *
   * @param key for example {@code net0}
   * @param value its value; a network card must keep its MAC address, or it gets a new one
   * @return a changed copy
   */
  public ConfigChange set(String key, VmProperty value) {
    return set(key, value.text());
  }

  /**
   * Removes a key.
   *
   * @param key for example {@code scsi1}
   * @return a changed copy
   */
  public ConfigChange delete(String key) {
    return new ConfigChange(settings, with(deleted, key), reverted, digest);
  }

  /**
   * Drops the pending change of a key.
   *
   * @param key for example {@code memory}
   * @return a changed copy
   */
  public ConfigChange revert(String key) {
    return new ConfigChange(settings, deleted, with(reverted, key), digest);
  }

  /**
   * Refuses the change if somebody else changed the configuration.
   *
   * @param value the digest of the configuration that was read
   * @return a changed copy
   */
  public ConfigChange ifUnchangedSince(String value) {
    return new ConfigChange(settings, deleted, reverted, Optional.of(value));
  }

  private static List<String> with(List<String> keys, String key) {
    List<String> more = new ArrayList<>(keys);
    more.add(key);
    return more;
  }
}
