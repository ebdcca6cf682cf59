package io.github.talosforge.machineconfig.schema;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What a key of a machine configuration takes. */
public sealed interface Shape {

  /** Returns the kind of value in words, with its article. */
  String words();

  /**
   * A single value.
   *
   * @param kind what the value is
   * @param optional whether Talos tells an empty value from none
   */
  record Leaf(Kind kind, boolean optional) implements Shape {
    @Override
    public String words() {
      return kind.words;
    }
  }

  /**
   * Keys that Talos knows, and no others.
   *
   * @param keys what each takes
   * @param optional whether Talos tells an empty value from none
   */
  record Keys(Map<String, Shape> keys, boolean optional) implements Shape {
    /** Keeps an own copy, sorted. */
    public Keys {
      keys = Collections.unmodifiableSortedMap(new TreeMap<>(keys));
    }

    @Override
    public String words() {
      return "a map with the keys " + String.join(", ", keys.keySet());
    }

    /** Tells whether this is a certificate or a key, which a patch replaces as a whole. */
    public boolean isCertificate() {
      return !keys.isEmpty()
          && keys.values().stream()
              .allMatch(shape -> shape instanceof Leaf leaf && leaf.kind() == Kind.BYTES);
    }
  }

  /**
   * A list.
   *
   * @param item what its items are
   * @param rule what becomes of two lists
   */
  record Items(Shape item, ListRule rule) implements Shape {
    @Override
    public String words() {
      return "a list";
    }
  }

  /**
   * A map with any keys.
   *
   * @param value what each takes
   */
  record Entries(Shape value) implements Shape {
    @Override
    public String words() {
      return "a map";
    }
  }

  /**
   * A map that Talos hands on.
   *
   * @param replaced whether a patch replaces it as a whole
   */
  record Anything(boolean replaced) implements Shape {
    @Override
    public String words() {
      return "a map";
    }
  }

  /**
   * What becomes of two lists.
   *
   * @param replaced whether the second one replaces the first
   * @param keys the keys by which items are taken for the same, the first that an item has; lists
   *     without such are put behind each other
   */
  record ListRule(boolean replaced, List<String> keys) {
    /** Keeps an own copy of the list. */
    public ListRule {
      keys = List.copyOf(keys);
    }
  }

  /** What a single value is. */
  enum Kind {
    /** Any text, or something that is written as one. */
    TEXT("a text"),
    /** A number. */
    NUMBER("a number"),
    /** True or false. */
    FLAG("true or false"),
    /** A time span. */
    DURATION("a time span such as 5m0s"),
    /** Bytes in base64. */
    BYTES("bytes in base64"),
    /** A command line argument: a text, or a list of texts. */
    ARGUMENT("a text or a list of texts");

    private final String words;

    Kind(String words) {
      this.words = words;
    }
  }
}
