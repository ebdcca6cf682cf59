package io.github.talosforge.plan;

import io.github.talosforge.model.Origin;
import io.github.talosforge.proxmox.property.VmConfigKey;
import java.util.Optional;

/**
 * One value of a configuration that changes.
 *
 * @param key the configuration key, such as {@code net0}
 * @param part the part of a composed value, such as {@code tag}; empty when the whole value changes
 * @param oldValue the value in force; empty when there is none
 * @param newValue the value wanted; empty when it is taken away
 * @param effect when it takes effect
 * @param origin who wants it
 */
public record FieldChange(
    String key,
    Optional<String> part,
    Optional<String> oldValue,
    Optional<String> newValue,
    Effect effect,
    Optional<Origin> origin) {

  /** What stands in place of a secret. */
  public static final String HIDDEN = "(hidden)";

  /** Hides the values of keys that hold a secret, for they go to screens and files. */
  public FieldChange {
    if (WantedConfiguration.isSecret(key)) {
      oldValue = oldValue.map(secret -> HIDDEN);
      newValue = newValue.map(secret -> HIDDEN);
    }
  }

  /** Returns key and part, such as {@code net0.tag}. */
  public String name() {
    return part.map(inner -> key + "." + inner).orElse(key);
  }

  /** Tells whether a drive is taken off the VM. */
  public boolean removesDrive() {
    return part.isEmpty() && newValue.isEmpty() && VmConfigKey.of(key).bus().isPresent();
  }
}
