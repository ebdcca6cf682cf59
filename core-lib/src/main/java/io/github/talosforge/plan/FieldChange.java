package io.github.talosforge.plan;

import io.github.talosforge.model.Origin;
import io.github.talosforge.proxmox.property.VmConfigKey;
import io.github.talosforge.redaction.Redaction;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

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

  /** Hides the values of keys that hold a secret, for they go to screens and files. */
  public FieldChange {
    if (WantedConfiguration.isSecret(key)) {
      oldValue = oldValue.map(secret -> Redaction.HIDDEN);
      newValue = newValue.map(secret -> Redaction.HIDDEN);
    }
  }

  /** Returns what may be shown of the value in force. */
  public Optional<String> shownOld() {
    return oldValue.map(this::shown);
  }

  /** Returns what may be shown of the value wanted. */
  public Optional<String> shownNew() {
    return newValue.map(this::shown);
  }

  /** Notes have lines, and each may hold something. */
  private String shown(String value) {
    List<String> place = part.map(inner -> List.of(key, inner)).orElse(List.of(key));
    return Arrays.stream(value.split("\n", -1))
        .map(line -> Redaction.valueByForm(place, line))
        .collect(Collectors.joining("\n"));
  }

  /** Returns key and part, such as {@code net0.tag}. */
  public String name() {
    return part.map(inner -> key + "." + inner).orElse(key);
  }

  /** Tells whether a drive is taken off the VM. */
  public boolean removesDrive() {
    return part.isEmpty() && newValue.isEmpty() && VmConfigKey.of(key).bus().isPresent();
  }

  /** Shows of the values what may be shown. */
  @Override
  public String toString() {
    return name() + ": " + shownOld().orElse("(none)") + " → " + shownNew().orElse("(none)");
  }
}
