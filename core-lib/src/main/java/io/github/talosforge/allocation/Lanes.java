package io.github.talosforge.allocation;

import java.util.HashMap;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.LongPredicate;
import java.util.stream.LongStream;

/**
 * Stretches of one role's range that belong to its pools, so that a pool can grow without meeting
 * anybody else.
 *
 * <p>A lane is a tenth of the range: of ids 3000 to 3999 the first pool has 3000 to 3099, the
 * second 3100 to 3199, and single nodes begin behind them. A range of fewer than 50 numbers has
 * lanes of 5.
 */
final class Lanes {
  private final NumberRange range;
  private final long width;
  private final Map<String, Long> byPool = new HashMap<>();
  private final NavigableSet<Long> starts = new TreeSet<>();

  Lanes(NumberRange range) {
    this.range = range;
    this.width = Math.max(range.size() / 10, Math.min(range.size(), 5));
  }

  /** Gives a pool the lane that starts where the pool is known to start. */
  void settle(String pool, long first) {
    byPool.put(pool, first);
    starts.add(first);
  }

  /** Gives a pool the lane that others have the fewest numbers in, the first of several. */
  void open(String pool, NavigableSet<Long> used) {
    long best = -1;
    int fewest = Integer.MAX_VALUE;
    for (long first = range.first(); first + width - 1 <= range.last(); first += width) {
      long last = first + width - 1;
      if (starts.subSet(first - width, false, last, true).isEmpty()) {
        int others = used.subSet(first, true, last, true).size();
        best = others < fewest ? first : best;
        fewest = Math.min(fewest, others);
      }
    }
    if (best >= 0) {
      settle(pool, best);
    }
  }

  /** Tells whether a pool's member has its number in the pool's lane. */
  boolean covers(int ordinal) {
    return ordinal < width;
  }

  /** Returns the number of a pool's member, as long as it is in the pool's lane. */
  Optional<Long> number(String pool, int ordinal) {
    return first(pool)
        .map(first -> first + ordinal)
        .filter(number -> covers(ordinal) && range.contains(number));
  }

  /**
   * Returns the last number of a pool's lane that may be given out. Members whose own number is
   * taken go there: what they get then depends on members with smaller ordinals only.
   */
  Optional<Long> fromEnd(String pool, LongPredicate isFree) {
    return first(pool)
        .flatMap(
            first ->
                LongStream.iterate(first + width - 1, number -> number >= first, n -> n - 1)
                    .filter(number -> range.contains(number) && isFree.test(number))
                    .boxed()
                    .findFirst());
  }

  /** Returns where a pool starts, if it has a lane. */
  Optional<Long> first(String pool) {
    return Optional.ofNullable(byPool.get(pool));
  }

  /** Returns the first number from this one on that is in no lane. */
  long behind(long number) {
    long clear = number;
    Long start = starts.floor(clear);
    while (start != null && clear < start + width) {
      clear = start + width;
      start = starts.floor(clear);
    }
    return clear;
  }
}
