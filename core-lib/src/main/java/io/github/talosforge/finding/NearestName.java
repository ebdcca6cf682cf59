package io.github.talosforge.finding;

import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Finds the names that somebody probably meant. */
public final class NearestName {
  private static final int LONGEST = 64;

  /** Shorter words are in too many others by chance. */
  private static final int SHORTEST_PART = 3;

  private static final Pattern WORD = Pattern.compile("[A-Z]?[a-z0-9]+|[A-Z]+");

  private static final Comparator<Candidate> BEST_FIRST =
      Comparator.comparingDouble(Candidate::common)
          .reversed()
          .thenComparingInt(Candidate::distance)
          .thenComparing(Candidate::name);

  private record Candidate(String name, double common, int distance) {}

  private NearestName() {}

  /** Returns the nearest name, if it is so near that it must be a slip of the finger. */
  public static Optional<String> of(String found, Collection<String> known) {
    return among(found, known, 1).stream().findFirst();
  }

  /**
   * Returns the names that are so near, the nearest first.
   *
   * @param found what was written
   * @param known the names that there are
   * @param most how many are returned at most
   */
  public static List<String> among(String found, Collection<String> known, int most) {
    String plain = plain(found);
    int bound = bound(plain.length());
    if (plain.length() > LONGEST) {
      return List.of();
    }
    return known.stream()
        .filter(name -> distance(plain, plain(name)) <= bound)
        .sorted(
            Comparator.comparingInt((String name) -> distance(plain, plain(name)))
                .thenComparing(Comparator.naturalOrder()))
        .limit(most)
        .toList();
  }

  /** Short words resemble each other by chance, and long ones mean something else soon. */
  private static int bound(int letters) {
    return letters <= 4 ? 1 : letters <= 9 ? 2 : 3;
  }

  /**
   * Returns the names of keys that have something in common with one, the best first: words before
   * letters, and the rarer a word, the more it says. Where nothing has, letters alone decide.
   */
  public static List<String> ranked(String found, Collection<? extends Collection<String>> known) {
    String cut = found.length() > LONGEST ? found.substring(0, LONGEST) : found;
    List<String> words = words(cut);
    Map<String, Integer> frequency = frequency(known);
    List<Candidate> all =
        known.stream()
            .flatMap(Collection::stream)
            .map(
                name ->
                    new Candidate(
                        name,
                        common(words, words(name), frequency),
                        distance(plain(cut), plain(name))))
            .sorted(BEST_FIRST)
            .toList();
    boolean related = all.stream().anyMatch(each -> each.common > 0);
    return all.stream().filter(each -> !related || each.common > 0).map(Candidate::name).toList();
  }

  /** Counts the keys that have a word in one of their names. */
  private static Map<String, Integer> frequency(Collection<? extends Collection<String>> known) {
    Map<String, Integer> frequency = new HashMap<>();
    for (Collection<String> names : known) {
      names.stream()
          .flatMap(name -> words(name).stream())
          .distinct()
          .forEach(word -> frequency.merge(word, 1, Integer::sum));
    }
    return frequency;
  }

  private static double common(
      List<String> ours, List<String> theirs, Map<String, Integer> frequency) {
    double sum = 0;
    for (String word : ours) {
      double best = 0;
      for (String other : theirs) {
        best = Math.max(best, likeness(word, other) / frequency.getOrDefault(other, 1));
      }
      sum += best;
    }
    return sum;
  }

  private static double likeness(String word, String other) {
    if (word.equals(other)) {
      return 1;
    }
    boolean part = word.contains(other) || other.contains(word);
    return part && Math.min(word.length(), other.length()) >= SHORTEST_PART ? 0.5 : 0;
  }

  /** Splits at underscores, dashes and capital letters. */
  private static List<String> words(String name) {
    return WORD.matcher(name).results().map(word -> word.group().toLowerCase(Locale.ROOT)).toList();
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
