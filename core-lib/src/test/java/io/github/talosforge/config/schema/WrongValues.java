package io.github.talosforge.config.schema;

import io.github.talosforge.config.catalogue.ChoiceType;
import io.github.talosforge.config.catalogue.DecimalType;
import io.github.talosforge.config.catalogue.FlagType;
import io.github.talosforge.config.catalogue.IntegerType;
import io.github.talosforge.config.catalogue.Key;
import io.github.talosforge.config.catalogue.ListType;
import io.github.talosforge.config.catalogue.MapType;
import io.github.talosforge.config.catalogue.SectionType;
import io.github.talosforge.config.catalogue.TextType;
import io.github.talosforge.config.catalogue.ValueType;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;

/** Values that are wrong for a type, of every sort: another kind, out of bounds, of no form. */
final class WrongValues {
  private static final List<String> KINDS = List.of("{no_such_key: 1}", "[[a]]");

  private WrongValues() {}

  static List<String> of(Key<?> key) {
    if (key.type() instanceof ListType<?> list && list.most() != Integer.MAX_VALUE) {
      String entry = Sample.of(key.example()).json().get(0).toString();
      return with(of(list), Collections.nCopies(list.most() + 1, entry).toString());
    }
    return of(key.type());
  }

  private static List<String> of(ValueType<?> type) {
    if (type instanceof IntegerType number) {
      return numbers(number.min(), number.max(), "1.5");
    }
    if (type instanceof DecimalType number) {
      return numbers(number.min(), number.max(), "\"" + number.max() + ".5\"");
    }
    if (type instanceof FlagType || type instanceof ChoiceType<?>) {
      return with(KINDS, "perhaps", "4711", "\"\"");
    }
    if (type instanceof TextType<?> text) {
      return text.form().isPresent() ? with(KINDS, "\"\\t\"") : KINDS;
    }
    if (type instanceof ListType<?> list) {
      return list(list);
    }
    if (type instanceof MapType<?> map) {
      return Stream.concat(
              Stream.of("[[a]]", "\"\"", "{\"\\t\": 1}"),
              of(map.element()).stream().map(wrong -> "{some: " + wrong + "}"))
          .toList();
    }
    if (type instanceof SectionType section) {
      return section.shorthand().isPresent() ? KINDS.subList(0, 1) : KINDS;
    }
    return List.of();
  }

  private static List<String> numbers(int min, int max, String more) {
    String below = Integer.toString(min - 1);
    String above = Long.toString(max + 1L);
    return with(KINDS, below, quoted(below), above, quoted(above), quoted("007"), "many", more);
  }

  private static List<String> list(ListType<?> type) {
    return of(type.element()).stream().map(one -> "[" + one + "]").toList();
  }

  private static String quoted(String text) {
    return "\"" + text + "\"";
  }

  private static List<String> with(List<String> some, String... more) {
    return Stream.concat(some.stream(), Stream.of(more)).toList();
  }
}
