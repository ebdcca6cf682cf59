package io.github.talosforge.config.schema;

import io.github.talosforge.config.catalogue.Key;
import io.github.talosforge.config.catalogue.ListType;
import io.github.talosforge.config.catalogue.MapType;
import io.github.talosforge.config.catalogue.SectionType;
import io.github.talosforge.config.catalogue.ValueType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * A key where it stands in a file, whatever it is nested in.
 *
 * @param path the keys that lead there
 * @param key the key
 * @param section what it stands in
 * @param around makes a file of that section's content; all that must be there is
 */
record KeySpot(String path, Key<?> key, SectionType section, UnaryOperator<String> around) {

  /** Returns all keys of a file. */
  static List<KeySpot> of(SectionType file) {
    List<KeySpot> spots = new ArrayList<>();
    collect(file, "", content -> "{" + content + "}\n", spots);
    return spots;
  }

  private static void collect(
      SectionType section, String path, UnaryOperator<String> around, List<KeySpot> spots) {
    for (Key<?> key : section.keys().keys()) {
      KeySpot spot = new KeySpot(path + key.nameIn(section.place()), key, section, around);
      spots.add(spot);
      inside(key.type())
          .ifPresent(
              inner ->
                  collect(
                      inner,
                      spot.path + ".",
                      content -> spot.file(wrapped(key.type(), "{" + content + "}")),
                      spots));
    }
  }

  private static Optional<SectionType> inside(ValueType<?> type) {
    if (type instanceof ListType<?> list) {
      return inside(list.element());
    }
    if (type instanceof MapType<?> map) {
      return inside(map.element());
    }
    return type instanceof SectionType section ? Optional.of(section) : Optional.empty();
  }

  private static String wrapped(ValueType<?> type, String content) {
    if (type instanceof ListType<?> list) {
      return "[" + wrapped(list.element(), content) + "]";
    }
    return type instanceof MapType<?> map
        ? "{some: " + wrapped(map.element(), content) + "}"
        : content;
  }

  /** Returns a file in which the key has this value. */
  String file(String value) {
    return around.apply(others() + name() + ": " + value);
  }

  /** Returns a file without the key. */
  String without() {
    return around.apply(others());
  }

  /** Returns a file with a key beside it that nobody knows. */
  String beside(String unknown) {
    return around.apply(others() + name() + ": " + key.example() + ", " + unknown + ": 1");
  }

  private String name() {
    return key.nameIn(section.place());
  }

  private String others() {
    return section.keys().keys().stream()
        .filter(other -> other.required() && other != key)
        .map(other -> other.nameIn(section.place()) + ": " + other.example() + ", ")
        .collect(Collectors.joining());
  }

  @Override
  public String toString() {
    return path;
  }
}
