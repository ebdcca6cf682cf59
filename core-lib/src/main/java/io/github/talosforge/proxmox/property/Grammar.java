package io.github.talosforge.proxmox.property;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The keys of one kind of property string and how to read it: a comma list of {@code key=value}
 * with at most one bare value, which belongs to the default key, every key once.
 */
final class Grammar {
  private final String property;
  private final Map<String, GrammarKey> keys;
  private final Map<String, String> aliases;
  private final Set<String> pairNames;
  private final @Nullable String defaultKey;
  private final @Nullable String pairKey;
  private final UnaryOperator<Map<String, String>> refinement;

  Grammar(GrammarBuilder builder) {
    property = builder.property;
    keys = Collections.unmodifiableMap(new LinkedHashMap<>(builder.keys));
    aliases = Map.copyOf(builder.aliases);
    pairNames = Set.copyOf(builder.pairNames);
    defaultKey = builder.defaultKey;
    pairKey = builder.pairKey;
    refinement = builder.refinement;
  }

  static GrammarBuilder of(String property) {
    return new GrammarBuilder(property);
  }

  String property() {
    return property;
  }

  Map<String, GrammarKey> keys() {
    return keys;
  }

  Map<String, String> aliases() {
    return aliases;
  }

  PropertyString parse(String text) {
    Map<String, String> values = new LinkedHashMap<>();
    for (String part : text.split(",", -1)) {
      if (!part.isBlank()) {
        readPart(text, part.strip(), values);
      }
    }
    return new PropertyString(this, text, values);
  }

  private void readPart(String text, String part, Map<String, String> values) {
    int equals = part.indexOf('=');
    if (equals < 0) {
      put(text, keyOfBareValue(text, part), part, values);
      return;
    }
    String name = part.substring(0, equals);
    String value = part.substring(equals + 1);
    if (name.isBlank() || value.isEmpty()) {
      throw fault(text, "'" + part + "' needs both a key and a value");
    }
    if (pairKey != null && defaultKey != null && pairNames.contains(name)) {
      put(text, defaultKey, name, values);
      put(text, pairKey, value, values);
    } else {
      put(text, aliases.getOrDefault(name, name), value, values);
    }
  }

  private String keyOfBareValue(String text, String part) {
    if (defaultKey == null) {
      throw fault(text, "'" + part + "' has no key");
    }
    return defaultKey;
  }

  private void put(String text, String key, String value, Map<String, String> values) {
    if (values.putIfAbsent(key, value) != null) {
      throw fault(text, "'" + key + "' is given twice");
    }
  }

  /** What the values mean to Proxmox VE: canonical spellings, without defaults and information. */
  Map<String, String> meaning(String text, Map<String, String> values) {
    Map<String, String> canonical = new TreeMap<>();
    values.forEach((key, value) -> canonical.put(key, canonical(text, key, value)));
    Map<String, String> meaning = new TreeMap<>(refinement.apply(canonical));
    keys.values().stream().filter(GrammarKey::informational).forEach(k -> meaning.remove(k.name()));
    keys.values().forEach(key -> meaning.remove(key.name(), key.defaultValue()));
    return Collections.unmodifiableMap(meaning);
  }

  private String canonical(String text, String key, String value) {
    GrammarKey known = keys.get(key);
    if (known == null) {
      return value;
    }
    try {
      return known.syntax().meaning(value);
    } catch (IllegalArgumentException e) {
      String problem = e instanceof PropertyFormatException ? "is no size" : e.getMessage();
      throw fault(text, key + " '" + value + "' " + problem);
    }
  }

  /** The bare default key first, the rest by name, as Proxmox VE writes it. */
  String write(Map<String, String> values) {
    Map<String, String> rest = new TreeMap<>(values);
    StringBuilder text = new StringBuilder();
    String first = defaultKey == null ? null : rest.remove(defaultKey);
    if (first != null) {
      String paired = pairKey != null && pairNames.contains(first) ? rest.remove(pairKey) : null;
      text.append(paired == null ? first : first + "=" + paired);
    }
    rest.forEach(
        (key, value) ->
            text.append(text.isEmpty() ? "" : ",").append(key).append('=').append(value));
    return text.toString();
  }

  /** The grammar in the notation of Proxmox VE's own manual. */
  String describe() {
    StringBuilder text = new StringBuilder();
    keys.values().forEach(key -> text.append(text.isEmpty() ? "" : " ").append(describe(key)));
    if (pairKey != null) {
      text.append(" [,<").append(defaultKey).append(">=<").append(pairKey).append(">]");
    }
    return text.toString();
  }

  private String describe(GrammarKey key) {
    String value = "<" + key.hint() + ">";
    if (key.name().equals(defaultKey)) {
      return "[" + key.name() + "=]" + value;
    }
    return "[," + key.name() + "=" + value + "]";
  }

  /** Returns the property string, which must be of this grammar. */
  PropertyString own(PropertyString properties) {
    if (!properties.grammar().property().equals(property)) {
      throw fault(properties.text(), "is a value of " + properties.grammar().property());
    }
    return properties;
  }

  PropertyFormatException fault(String text, String problem) {
    return new PropertyFormatException(property, text, problem, describe());
  }
}
