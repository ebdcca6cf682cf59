package io.github.talosforge.provision;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Exhaustive tests run all of their cases in {@code crashMatrix}, and every third in check. */
final class EveryCase {
  private static final int STEP = Boolean.getBoolean("talosforge.everyCase") ? 1 : 3;

  private EveryCase() {}

  static <T> Stream<T> of(Stream<T> all) {
    List<T> cases = all.toList();
    return IntStream.range(0, cases.size()).filter(index -> index % STEP == 0).mapToObj(cases::get);
  }
}
