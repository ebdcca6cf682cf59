package io.github.talosforge.proxmox;

import io.github.talosforge.proxmox.property.VmProperty;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A VM to create.
 *
 * @param id its number
 * @param settings its configuration, by key; {@code sshkeys} in plain text
 * @param pool the pool that it becomes a member of when everything else is done
 * @param importStorage a storage of files to unpack imported images on
 */
public record NewVm(
    int id, Map<String, String> settings, Optional<String> pool, Optional<String> importStorage) {
  /** Copies the settings. */
  public NewVm {
    settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
  }

  /**
   * Describes a VM without any setting.
   *
   * @param id its number
   * @return the VM
   */
  public static NewVm of(int id) {
    return new NewVm(id, Map.of(), Optional.empty(), Optional.empty());
  }

  /**
   * Adds a setting.
   *
   * @param key for example {@code cores}
   * @param value its value
   * @return a changed copy
   */
  public NewVm with(String key, String value) {
    Map<String, String> changed = new LinkedHashMap<>(settings);
    changed.put(key, value);
    return new NewVm(id, changed, pool, importStorage);
  }

  /**
   * Adds a setting that is a property string.
   *
   * @param key for example {@code net0}
   * @param value its value
   * @return a changed copy
   */
  public NewVm with(String key, VmProperty value) {
    return with(key, value.text());
  }

  /**
   * Puts the VM into a pool.
   *
   * @param name the pool
   * @return a changed copy
   */
  public NewVm inPool(String name) {
    return new NewVm(id, settings, Optional.of(name), importStorage);
  }

  /**
   * Unpacks imported images on a storage.
   *
   * @param storage a storage of files
   * @return a changed copy
   */
  public NewVm importingThrough(String storage) {
    return new NewVm(id, settings, pool, Optional.of(storage));
  }
}
