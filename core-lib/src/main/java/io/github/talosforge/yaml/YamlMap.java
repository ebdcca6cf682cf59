package io.github.talosforge.yaml;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A map of values that remembers its order.
 *
 * @param entries the values by key
 * @param line where the map begins, or 0
 */
public record YamlMap(Map<String, YamlValue> entries, int line) implements YamlValue {

  /** Keeps an own copy of the entries. */
  public YamlMap {
    entries = Collections.unmodifiableMap(new LinkedHashMap<>(entries));
  }

  /** Makes a map that stands nowhere yet. */
  public static YamlMap of(Map<String, ? extends YamlValue> entries) {
    return new YamlMap(new LinkedHashMap<>(entries), 0);
  }

  /** Makes a map of texts. */
  public static YamlMap ofTexts(Map<String, String> texts) {
    Map<String, YamlValue> entries = new LinkedHashMap<>();
    texts.forEach((key, text) -> entries.put(key, YamlScalar.text(text)));
    return of(entries);
  }

  /** Returns the value of a key. */
  public Optional<YamlValue> get(String key) {
    return Optional.ofNullable(entries.get(key));
  }

  /** Returns the map that a key holds. */
  public Optional<YamlMap> map(String key) {
    return get(key).filter(YamlMap.class::isInstance).map(YamlMap.class::cast);
  }

  /** Returns the list that a key holds. */
  public Optional<YamlList> list(String key) {
    return get(key).filter(YamlList.class::isInstance).map(YamlList.class::cast);
  }

  /** Returns the single value that a key holds, as text; null counts as nothing. */
  public Optional<String> text(String key) {
    return get(key)
        .filter(YamlScalar.class::isInstance)
        .map(YamlScalar.class::cast)
        .filter(scalar -> scalar.type() != ScalarType.NULL)
        .map(YamlScalar::text);
  }

  /** Returns a copy in which a key has another value; a new key comes last. */
  public YamlMap with(String key, YamlValue value) {
    Map<String, YamlValue> changed = new LinkedHashMap<>(entries);
    changed.put(key, value);
    return new YamlMap(changed, line);
  }

  /** Returns a copy without a key. */
  public YamlMap without(String key) {
    Map<String, YamlValue> changed = new LinkedHashMap<>(entries);
    changed.remove(key);
    return new YamlMap(changed, line);
  }
}
