package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.SourceLocation;
import io.github.talosforge.model.ClusterSpec;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Finds values that several clusters demand. */
final class Clash {

  private Clash() {}

  /** Takes a value that a cluster demands although an earlier one does. */
  @FunctionalInterface
  interface Report<T> {
    void clash(T value, ClusterSpec spec, ClusterSpec earlier, @Nullable SourceLocation location);
  }

  /**
   * Reports every value that two clusters demand.
   *
   * @param specs the clusters
   * @param related whether two clusters have to differ
   * @param demands what a cluster demands
   * @param report where clashes go to
   */
  static <T> void each(
      List<ClusterSpec> specs,
      BiPredicate<ClusterSpec, ClusterSpec> related,
      Function<ClusterSpec, List<Demand<T>>> demands,
      Report<T> report) {
    Map<T, Set<Integer>> holders = new HashMap<>();
    for (int own = 0; own < specs.size(); own++) {
      ClusterSpec spec = specs.get(own);
      for (Demand<T> demand : demands.apply(spec)) {
        Set<Integer> clusters =
            holders.computeIfAbsent(demand.value(), value -> new LinkedHashSet<>());
        clusters.add(own);
        clusters.stream()
            .limit(clusters.size() - 1L)
            .map(specs::get)
            .filter(other -> related.test(spec, other))
            .findFirst()
            .ifPresent(other -> report.clash(demand.value(), spec, other, demand.location()));
      }
    }
  }
}
