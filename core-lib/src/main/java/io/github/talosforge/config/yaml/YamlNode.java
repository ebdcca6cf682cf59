package io.github.talosforge.config.yaml;

import io.github.talosforge.finding.SourceLocation;
import io.github.talosforge.model.FreeYaml;
import io.github.talosforge.redaction.Redaction;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A value in a YAML file. */
public sealed interface YamlNode {

  /** Returns where the value begins. */
  SourceLocation location();

  /** Returns the number of values in this one, itself included and aliases followed. */
  int size();

  /**
   * Returns what may be shown of the value, on one line, as an explanation prints it.
   *
   * @param keys the names on the way to it
   */
  String render(List<String> keys);

  /** Returns the value without places, to hand on. */
  FreeYaml free();

  /**
   * A single value.
   *
   * @param text the text as it was typed, without quotes
   * @param kind what YAML takes it for
   * @param location where it begins
   */
  record Scalar(String text, FreeYaml.Kind kind, SourceLocation location) implements YamlNode {

    /** Tells whether nothing, {@code ~} or {@code null} was typed. */
    public boolean isNull() {
      return kind == FreeYaml.Kind.NULL;
    }

    @Override
    public int size() {
      return 1;
    }

    @Override
    public String render(List<String> keys) {
      return isNull() ? "null" : Redaction.valueByForm(keys, text);
    }

    @Override
    public FreeYaml free() {
      return new FreeYaml.Scalar(text, kind);
    }
  }

  /**
   * A list.
   *
   * @param items the entries in order
   * @param location where it begins
   * @param size the number of values in it
   */
  record Sequence(List<YamlNode> items, SourceLocation location, int size) implements YamlNode {
    /** Keeps an own copy of the list. */
    public Sequence {
      items = List.copyOf(items);
    }

    @Override
    public String render(List<String> keys) {
      return items.stream().map(item -> item.render(keys)).toList().toString();
    }

    @Override
    public FreeYaml free() {
      return new FreeYaml.Sequence(items.stream().map(YamlNode::free).toList());
    }
  }

  /**
   * A map, merge keys resolved.
   *
   * @param entries the entries in the order that they were written in
   * @param location where it begins
   * @param size the number of values in it
   */
  record Mapping(Map<String, Entry> entries, SourceLocation location, int size)
      implements YamlNode {
    /** Keeps an own copy that remembers the order. */
    public Mapping {
      entries = Collections.unmodifiableMap(new LinkedHashMap<>(entries));
    }

    /** Returns the value of a key, or null. */
    public @Nullable YamlNode get(String key) {
      Entry entry = entries.get(key);
      return entry == null ? null : entry.value();
    }

    @Override
    public String render(List<String> keys) {
      List<String> fields = entries.entrySet().stream().map(field -> render(keys, field)).toList();
      return "{" + String.join(", ", fields) + "}";
    }

    private static String render(List<String> keys, Map.Entry<String, Entry> field) {
      List<String> inner = Stream.concat(keys.stream(), Stream.of(field.getKey())).toList();
      return Redaction.byForm(field.getKey()) + ": " + field.getValue().value().render(inner);
    }

    @Override
    public FreeYaml free() {
      Map<String, FreeYaml> fields = new LinkedHashMap<>();
      entries.forEach((key, entry) -> fields.put(key, entry.value().free()));
      return new FreeYaml.Mapping(fields);
    }
  }

  /**
   * The value of a key.
   *
   * @param keyLocation where the key stands
   * @param value the value
   */
  record Entry(SourceLocation keyLocation, YamlNode value) {}
}
