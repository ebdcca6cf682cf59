package io.github.talosforge.validation.rules;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BiConsumer;

/** Finds values that are demanded more than once. */
final class Repetition {

  private Repetition() {}

  /** Hands every repeated demand on, together with the first one of the same value. */
  static <T> void each(
      Collection<Demand<T>> demands, BiConsumer<Demand<T>, Demand<T>> laterAndFirst) {
    Map<T, Demand<T>> first = new HashMap<>();
    OncePerPool once = new OncePerPool();
    for (Demand<T> demand : demands) {
      Demand<T> earlier = first.putIfAbsent(demand.value(), demand);
      if (earlier != null && once.test(demand.node())) {
        laterAndFirst.accept(demand, earlier);
      }
    }
  }
}
