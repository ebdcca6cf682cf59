package io.github.talosforge.proxmox.property;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A key of a guest configuration, such as {@code net0}: what its value means, whatever its kind.
 *
 * @param family the key without its number, such as {@code net}
 * @param index the number, absent for keys that exist once
 */
public record VmConfigKey(String family, OptionalInt index) {
  private static final Pattern NUMBERED = Pattern.compile("(.*?\\D)(\\d{1,3})");

  /**
   * Reads a key.
   *
   * @param key for example {@code net0} or {@code agent}
   * @return the key
   */
  public static VmConfigKey of(String key) {
    Matcher numbered = NUMBERED.matcher(key);
    return numbered.matches() && ProxmoxOption.numbered(numbered.group(1)).isPresent()
        ? new VmConfigKey(numbered.group(1), OptionalInt.of(Integer.parseInt(numbered.group(2))))
        : new VmConfigKey(key, OptionalInt.empty());
  }

  /**
   * Returns the key as it stands in the configuration.
   *
   * @return for example {@code net0}
   */
  public String name() {
    return index.isPresent() ? family + index.getAsInt() : family;
  }

  /**
   * Returns the bus, if this is the key of a drive.
   *
   * @return the bus, or nothing for any other key
   */
  public Optional<DriveBus> bus() {
    for (DriveBus bus : DriveBus.values()) {
      if (index.isPresent() && family.equals(bus.prefix())) {
        return Optional.of(bus);
      }
    }
    return Optional.empty();
  }

  /**
   * Returns the option that the key sets.
   *
   * @return the option, or nothing if Proxmox VE has none of that name
   */
  public Optional<ProxmoxOption> option() {
    return index.isPresent() ? ProxmoxOption.numbered(family) : ProxmoxOption.find(family);
  }

  /**
   * Reads a value of this key, if it is written as a property string.
   *
   * @param text the value as it stands in the configuration
   * @return the typed value, or nothing when values of this key are plain
   * @throws PropertyFormatException if the text breaks the grammar
   */
  public Optional<VmProperty> parse(String text) {
    return option().flatMap(option -> option.parse(text));
  }

  /**
   * Returns whether Proxmox VE treats two values of this key alike.
   *
   * @param left a value, or {@code null} when the key is absent
   * @param right another value, or {@code null} when the key is absent
   * @return true if both mean the same
   * @throws PropertyFormatException if one of them breaks the grammar
   */
  public boolean sameMeaning(@Nullable String left, @Nullable String right) {
    return meaning(left).equals(meaning(right));
  }

  private Object meaning(@Nullable String text) {
    Optional<ProxmoxOption> option = option();
    String value = text == null ? option.flatMap(ProxmoxOption::whenAbsent).orElse(null) : text;
    if (value == null) {
      return Map.of();
    }
    return option.map(known -> known.meaning(value)).orElseGet(value::stripTrailing);
  }

  @Override
  public String toString() {
    return name();
  }
}
