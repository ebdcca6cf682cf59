package io.github.talosforge.simulator.talos.config;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The documents and keys that Talos knows, with the minor version that brought them. */
final class ConfigKeys {
  /** The first minor version that the list tells apart; what is older has no number in it. */
  private static final int OLDEST = 9;

  private static final ConfigKeys ALL = load();

  private final Map<String, Key> documents = new LinkedHashMap<>();

  private ConfigKeys() {}

  /**
   * A key or document.
   *
   * @param type document, object, list, map, string, boolean, integer, number, any
   * @param since the minor version of Talos
   * @param children what may be below it; {@code []} and {@code {}} stand for elements
   */
  record Key(String type, int since, Map<String, Key> children) {
    @Nullable Key child(String name, int minor) {
      Key key = children.get(name);
      return key == null || key.since > minor ? null : key;
    }
  }

  /** A document of a kind; the old one without a kind is {@code v1alpha1}. */
  static @Nullable Key document(String kind, int minor) {
    Key key = ALL.documents.get(kind);
    return key == null || key.since > minor ? null : key;
  }

  private static ConfigKeys load() {
    ConfigKeys keys = new ConfigKeys();
    try (InputStream in = ConfigKeys.class.getResourceAsStream("keys.txt");
        BufferedReader reader =
            new BufferedReader(
                new InputStreamReader(Objects.requireNonNull(in), StandardCharsets.UTF_8))) {
      Deque<Map<String, Key>> levels = new ArrayDeque<>();
      levels.push(keys.documents);
      reader.lines().forEach(line -> add(levels, line));
      return keys;
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read the list of Talos' configuration keys", e);
    }
  }

  private static void add(Deque<Map<String, Key>> levels, String line) {
    String text = line.stripLeading();
    int depth = line.length() - text.length();
    while (levels.size() > depth + 1) {
      levels.pop();
    }
    String[] words = text.split(" ", -1);
    int since = words.length > 2 ? Integer.parseInt(words[2]) : OLDEST;
    Key key = new Key(words[1], since, new LinkedHashMap<>());
    Objects.requireNonNull(levels.peek()).put(words[0], key);
    levels.push(key.children);
  }
}
