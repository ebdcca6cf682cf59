package io.github.talosforge.model;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** YAML that Talosforge hands on without knowing its keys, such as a machine config patch. */
public sealed interface FreeYaml {

  /**
   * A single value.
   *
   * @param text the text as it was typed, without quotes
   * @param kind what YAML takes the text for
   */
  record Scalar(String text, Kind kind) implements FreeYaml {}

  /**
   * A list.
   *
   * @param items the entries in order
   */
  record Sequence(List<FreeYaml> items) implements FreeYaml {
    /** Keeps an own copy of the list. */
    public Sequence {
      items = List.copyOf(items);
    }
  }

  /**
   * A map.
   *
   * @param fields the entries in the order that they were written in
   */
  record Mapping(Map<String, FreeYaml> fields) implements FreeYaml {
    /** Keeps an own copy that remembers the order. */
    public Mapping {
      fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
    }
  }

  /** What a plain scalar stands for. */
  enum Kind {
    /** Text, quoted or not. */
    TEXT,
    /** A number without quotes. */
    NUMBER,
    /**
     * A word without quotes that YAML 1.1 takes for true or false, {@code no} and {@code off} among
     * them; written out without quotes, its reader decides.
     */
    FLAG,
    /** {@code null}, {@code ~} or nothing at all. */
    NULL
  }
}
