package io.github.talosforge.allocation;

import io.github.talosforge.allocation.NumberOutcome.Grant;
import io.github.talosforge.allocation.NumberOutcome.Source;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.model.NodeRole;
import io.github.talosforge.model.PoolMember;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Hands out numbers to nodes: first what the files demand, then what is observed, then each pool's
 * members side by side in the pool's lane, then the next free ones to single nodes by name, and
 * last to members that their lane has no place for.
 *
 * <p>Nobody's number depends on the order of the claims. The work is linear in them: a number that
 * was found taken is never looked at again.
 */
final class Numbering {
  private static final Comparator<NumberClaim> BY_POOL_AND_ORDINAL =
      Comparator.comparing((NumberClaim claim) -> member(claim).pool())
          .thenComparingInt(claim -> member(claim).ordinal());

  private static final long LARGEST_ID = 999_999_999;

  private final Map<NodeRole, NumberRange> ranges;
  private final NavigableSet<Long> taken;
  private final Map<NodeRole, Lanes> lanes = new EnumMap<>(NodeRole.class);
  private final Map<NodeRole, Long> cursors = new EnumMap<>(NodeRole.class);
  private final Map<NodeRole, Long> tails = new EnumMap<>(NodeRole.class);
  private final Map<NodeName, Grant> grants = new TreeMap<>();
  private final List<NumberClaim> conflicts = new ArrayList<>();
  private final List<NumberClaim> unserved = new ArrayList<>();

  /**
   * @param ranges the numbers of each role
   * @param foreign the numbers that belong to somebody else
   */
  Numbering(Map<NodeRole, NumberRange> ranges, Collection<Long> foreign) {
    this.ranges = ranges;
    this.taken = new TreeSet<>(foreign);
    ranges.forEach((role, range) -> lanes.put(role, new Lanes(range)));
  }

  /**
   * Serves all claims.
   *
   * @param claims the claims in any order
   * @param pools the pools in any order
   */
  NumberOutcome serve(Collection<NumberClaim> claims, Collection<PoolStart> pools) {
    claims.stream().filter(claim -> claim.pinned().isPresent()).sorted(byNode()).forEach(this::pin);
    List<NumberClaim> open = claims.stream().filter(claim -> claim.pinned().isEmpty()).toList();
    open.stream()
        .filter(claim -> claim.observed().isPresent())
        .sorted(byNode())
        .forEach(this::keep);
    Map<String, List<NumberClaim>> members = members(claims);
    openLanes(pools, members);
    List<NumberClaim> blocked = servePools(members);
    open.stream().filter(c -> c.pool().isEmpty()).sorted(byNode()).forEach(this::serveNext);
    blocked.forEach(this::serveNext);
    return new NumberOutcome(grants, chosenStarts(members), conflicts, unserved);
  }

  private static Comparator<NumberClaim> byNode() {
    return Comparator.comparing(NumberClaim::node);
  }

  private static PoolMember member(NumberClaim claim) {
    return claim.pool().orElseThrow();
  }

  private void pin(NumberClaim claim) {
    long number = claim.pinned().orElseThrow();
    if (!isFree(claim, number)) {
      conflicts.add(claim);
    }
    grant(claim, number, Source.PINNED);
  }

  private void keep(NumberClaim claim) {
    long number = claim.observed().orElseThrow();
    if (isFree(claim, number)) {
      grant(claim, number, Source.OBSERVED);
    } else {
      conflicts.add(claim);
    }
  }

  private static Map<String, List<NumberClaim>> members(Collection<NumberClaim> claims) {
    return claims.stream()
        .filter(claim -> claim.pool().isPresent())
        .sorted(BY_POOL_AND_ORDINAL)
        .collect(
            Collectors.groupingBy(
                claim -> member(claim).pool(), TreeMap::new, Collectors.toList()));
  }

  /** Opens a lane for every pool, also an empty one, which will grow again. */
  private void openLanes(Collection<PoolStart> pools, Map<String, List<NumberClaim>> members) {
    List<PoolStart> startless = new ArrayList<>();
    for (PoolStart pool : pools) {
      Lanes own = of(lanes, pool.role());
      Optional<Long> start =
          pool.first().or(() -> observedStart(own, members.getOrDefault(pool.name(), List.of())));
      start.ifPresentOrElse(first -> own.settle(pool.name(), first), () -> startless.add(pool));
    }
    startless.stream()
        .sorted(Comparator.comparing(PoolStart::name))
        .forEach(pool -> of(lanes, pool.role()).open(pool.name(), taken));
  }

  /** Returns the start that most of a pool's observed members agree on. */
  private static Optional<Long> observedStart(Lanes own, List<NumberClaim> members) {
    Map<Long, Long> votes =
        members.stream()
            .filter(claim -> claim.observed().isPresent() && own.covers(member(claim).ordinal()))
            .map(claim -> claim.observed().orElseThrow() - member(claim).ordinal())
            .collect(
                Collectors.groupingBy(Function.identity(), TreeMap::new, Collectors.counting()));
    return votes.entrySet().stream()
        .max(
            Map.Entry.<Long, Long>comparingByValue()
                .thenComparing(Map.Entry.comparingByKey(Comparator.reverseOrder())))
        .map(Map.Entry::getKey);
  }

  /** Returns where the pools start that neither a file nor a VM says it of. */
  private Map<String, Long> chosenStarts(Map<String, List<NumberClaim>> members) {
    Map<String, Long> starts = new TreeMap<>();
    members.forEach(
        (pool, claims) -> {
          NumberClaim first = claims.get(0);
          if (claims.stream().allMatch(claim -> isChosen(claim.node()))) {
            of(lanes, first.role()).first(pool).ifPresent(start -> starts.put(pool, start));
          }
        });
    return starts;
  }

  private boolean isChosen(NodeName node) {
    Grant grant = grants.get(node);
    return grant != null && (grant.source() == Source.POOL || grant.source() == Source.CHOSEN);
  }

  private List<NumberClaim> servePools(Map<String, List<NumberClaim>> pools) {
    List<NumberClaim> blocked = new ArrayList<>();
    for (List<NumberClaim> members : pools.values()) {
      for (NumberClaim claim : members) {
        if (!isDone(claim) && !serveInLane(claim)) {
          blocked.add(claim);
        }
      }
    }
    return blocked;
  }

  private boolean serveInLane(NumberClaim claim) {
    Lanes own = of(lanes, claim.role());
    PoolMember member = member(claim);
    if (!own.covers(member.ordinal())) {
      return false;
    }
    Optional<Long> number =
        own.number(member.pool(), member.ordinal())
            .filter(candidate -> isFree(claim, candidate))
            .or(() -> own.fromEnd(member.pool(), candidate -> isFree(claim, candidate)));
    number.ifPresent(free -> grant(claim, free, Source.POOL));
    return number.isPresent();
  }

  private void serveNext(NumberClaim claim) {
    if (isDone(claim)) {
      return;
    }
    OptionalLong next = nextFree(claim);
    if (next.isPresent()) {
      grant(claim, next.getAsLong(), Source.CHOSEN);
    } else {
      unserved.add(claim);
    }
  }

  /** Returns a free number behind the lanes, or, when there is none, the last free one in them. */
  private OptionalLong nextFree(NumberClaim claim) {
    NumberRange range = of(ranges, claim.role());
    Lanes own = of(lanes, claim.role());
    long number = own.behind(cursors.getOrDefault(claim.role(), range.first()));
    while (number <= range.last() && taken.contains(number)) {
      number = own.behind(number + 1);
    }
    cursors.put(claim.role(), number);
    while (number <= range.last() && !isFree(claim, number)) {
      number = own.behind(number + 1);
    }
    return number <= range.last() ? OptionalLong.of(number) : lastFree(claim, range);
  }

  private OptionalLong lastFree(NumberClaim claim, NumberRange range) {
    long number = tails.getOrDefault(claim.role(), range.last());
    while (number >= range.first() && taken.contains(number)) {
      number--;
    }
    tails.put(claim.role(), number);
    while (number >= range.first() && !isFree(claim, number)) {
      number--;
    }
    return number >= range.first() ? OptionalLong.of(number) : OptionalLong.empty();
  }

  private boolean isDone(NumberClaim claim) {
    return grants.containsKey(claim.node()) || claim.observed().isPresent();
  }

  private boolean isFree(NumberClaim claim, long number) {
    return !taken.contains(number) && !(claim.withTenfold() && isTenfoldTaken(number));
  }

  private boolean isTenfoldTaken(long number) {
    return number * 10 > LARGEST_ID || taken.contains(number * 10);
  }

  private void grant(NumberClaim claim, long number, Source source) {
    grants.put(claim.node(), new Grant(number, source));
    taken.add(number);
    if (claim.withTenfold()) {
      taken.add(number * 10);
    }
  }

  private static <T> T of(Map<NodeRole, T> byRole, NodeRole role) {
    T value = byRole.get(role);
    if (value == null) {
      throw new IllegalArgumentException("No range for the role " + role.label());
    }
    return value;
  }
}
