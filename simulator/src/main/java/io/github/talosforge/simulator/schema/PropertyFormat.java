package io.github.talosforge.simulator.schema;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The keys of a property string such as {@code virtio=BC:24:11:00:00:01,bridge=vmbr0}.
 *
 * @param keys the keys
 * @param aliases other words for keys
 * @param defaultKey the key of a value that stands alone
 */
record PropertyFormat(
    Map<String, Parameter> keys, Map<String, Alias> aliases, @Nullable String defaultKey) {

  PropertyFormat {
    keys = Collections.unmodifiableMap(new LinkedHashMap<>(keys));
    aliases = Collections.unmodifiableMap(new LinkedHashMap<>(aliases));
  }

  /**
   * Another word for a key.
   *
   * @param key the key it stands for
   * @param wordKey the key whose value the word itself is: {@code virtio=MAC} is {@code
   *     model=virtio,macaddr=MAC}
   */
  record Alias(String key, @Nullable String wordKey) {}
}
