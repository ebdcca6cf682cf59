package io.github.talosforge.credentials;

import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Finds a name for a cluster among others, as talosctl does: name, name-1, name-2 … */
final class FreeName {

  private FreeName() {}

  static String of(String name, Predicate<String> usable) {
    return Stream.concat(
            Stream.of(name), IntStream.iterate(1, i -> i + 1).mapToObj(i -> name + "-" + i))
        .filter(usable)
        .findFirst()
        .orElse(name);
  }
}
