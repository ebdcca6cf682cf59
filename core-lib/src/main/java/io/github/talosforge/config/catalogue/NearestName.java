package io.github.talosforge.config.catalogue;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Finds the name that somebody probably meant. */
final class NearestName {

  private NearestName() {}

  /** Returns the nearest name, if one is near: a third of the letters may differ. */
  static Optional<String> of(String found, Collection<String> known) {
    String plain = plain(found);
    int bound = Math.max(2, plain.length() / 3);
    if (plain.length() > 64) {
      return Optional.empty();
    }
    return known.stream()
        .filter(name -> distance(plain, plain(name)) <= bound)
        .min(
            Comparator.comparingInt((String name) -> distance(plain, plain(name)))
                .thenComparing(Comparator.naturalOrder()));
  }

  private static String plain(String name) {
    return name.toLowerCase(Locale.ROOT).replace("_", "").replace("-", "");
  }

  /** Counts the letters to insert, remove, replace or swap. */
  static int distance(String a, String b) {
    int[][] costs = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        costs[i][j] = i == 0 || j == 0 ? i + j : cost(costs, a, b, i, j);
      }
    }
    return costs[a.length()][b.length()];
  }

  private static int cost(int[][] costs, String a, String b, int i, int j) {
    int replaced = costs[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
    int least = Math.min(replaced, 1 + Math.min(costs[i - 1][j], costs[i][j - 1]));
    boolean swapped =
        i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
    return swapped ? Math.min(least, costs[i - 2][j - 2] + 1) : least;
  }
}
