package io.github.talosforge.proxmox.property;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A parsed property string: the values as they were written, equal to another when both mean the
 * same.
 */
public final class PropertyString {
  private final Grammar grammar;
  private final Map<String, String> values;
  private final Map<String, String> meaning;

  PropertyString(Grammar grammar, String text, Map<String, String> values) {
    this.grammar = grammar;
    this.values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    this.meaning = grammar.meaning(text, this.values);
  }

  /**
   * Returns the values as they were written, by key; aliases are replaced by the key they stand
   * for.
   *
   * @return an unmodifiable map
   */
  public Map<String, String> values() {
    return values;
  }

  /**
   * Returns what Proxmox VE makes of the values: in one spelling, without those that equal the
   * default or are information only.
   *
   * @return an unmodifiable map, equal for property strings that mean the same
   */
  public Map<String, String> meaning() {
    return meaning;
  }

  /**
   * Returns the keys that this library does not know.
   *
   * @return the keys in alphabetical order
   */
  public Set<String> unknownKeys() {
    return values.keySet().stream()
        .filter(key -> !grammar.keys().containsKey(key))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /**
   * Returns the value of a key as it was written, or its default.
   *
   * @param key the key
   * @return the value, or nothing when it is absent and has no default
   */
  public Optional<String> text(String key) {
    return Optional.ofNullable(values.get(key)).or(() -> defaultOf(key));
  }

  /**
   * Returns a copy in which a key has another value.
   *
   * @param key the key
   * @param value the value, or {@code null} to leave the key out
   * @return the changed copy
   * @throws PropertyFormatException if the value is none of the key's
   */
  public PropertyString with(String key, @Nullable String value) {
    Map<String, String> changed = new LinkedHashMap<>(values);
    if (value == null) {
      changed.remove(key);
    } else {
      changed.put(key, checked(key, value));
    }
    return new PropertyString(grammar, grammar.write(changed), changed);
  }

  /**
   * Returns a copy in which every value of the other property string replaces the own one; keys
   * that the other does not mention stay.
   *
   * @param changes the values that win
   * @return the merged property string
   */
  public PropertyString overlaidWith(PropertyString changes) {
    Map<String, String> merged = new LinkedHashMap<>(values);
    merged.putAll(changes.values);
    return new PropertyString(grammar, grammar.write(merged), merged);
  }

  /**
   * Returns the keys whose meaning differs, in alphabetical order.
   *
   * @param other a property string of the same kind
   * @return one entry for each key; empty when both mean the same
   */
  public List<PropertyDifference> differencesTo(PropertyString other) {
    Set<String> keys = new TreeSet<>(meaning.keySet());
    keys.addAll(other.meaning.keySet());
    List<PropertyDifference> differences = new ArrayList<>();
    for (String key : keys) {
      Optional<String> own = meaningOf(key);
      Optional<String> theirs = other.meaningOf(key);
      if (!own.equals(theirs)) {
        differences.add(new PropertyDifference(key, own, theirs));
      }
    }
    return List.copyOf(differences);
  }

  /**
   * Returns the text to send to Proxmox VE.
   *
   * @return the default key first, the others in alphabetical order
   */
  public String text() {
    return grammar.write(values);
  }

  Grammar grammar() {
    return grammar;
  }

  boolean flag(String key) {
    return text(key).flatMap(FlagText::read).orElse(false);
  }

  PropertyString withFlag(String key, boolean value) {
    return with(key, FlagText.write(value));
  }

  OptionalInt integer(String key) {
    try {
      return text(key).stream().mapToInt(Integer::parseInt).findFirst();
    } catch (NumberFormatException e) {
      throw grammar.fault(text(), "'" + key + "' is too large");
    }
  }

  Optional<BigDecimal> number(String key) {
    return text(key).map(BigDecimal::new);
  }

  List<String> items(String key) {
    return text(key).stream()
        .flatMap(value -> List.of(value.split(";", -1)).stream())
        .map(String::strip)
        .filter(item -> !item.isEmpty())
        .toList();
  }

  String required(String key) {
    return text(key).orElseThrow(() -> grammar.fault(text(), "'" + key + "' is missing"));
  }

  private Optional<String> meaningOf(String key) {
    return Optional.ofNullable(meaning.get(key)).or(() -> defaultOf(key));
  }

  private Optional<String> defaultOf(String key) {
    return Optional.ofNullable(grammar.keys().get(key)).map(GrammarKey::defaultValue);
  }

  private String checked(String key, String value) {
    if (value.isBlank() || value.indexOf(',') >= 0) {
      throw grammar.fault(value, key + " cannot be empty or contain a comma");
    }
    return value;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof PropertyString that
        && grammar.property().equals(that.grammar.property())
        && meaning.equals(that.meaning);
  }

  @Override
  public int hashCode() {
    return meaning.hashCode();
  }

  @Override
  public String toString() {
    return text();
  }
}
