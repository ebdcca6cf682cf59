package io.github.talosforge.provision;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Exhaustive tests run all of their cases in {@code crashMatrix}, and every fifth in check. */
final class EveryCase {
  private static final boolean ALL = Boolean.getBoolean("talosforge.everyCase");
  private static final int STEP = ALL ? 1 : 5;

  private EveryCase() {}

  /** Returns how many cases of something endless are tried, in {@code crashMatrix} and in check. */
  static int some(int all, int few) {
    return ALL ? all : few;
  }

  static <T> Stream<T> of(Stream<T> all) {
    List<T> cases = all.toList();
    return IntStream.range(0, cases.size()).filter(index -> index % STEP == 0).mapToObj(cases::get);
  }
}
