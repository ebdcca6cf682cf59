package io.github.talosforge.simulator.fault;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/** The rules in force, and how often each has seen its calls. */
public final class Faults {
  private final long seed;
  private static final FaultRule DEAD =
      FaultRule.on(CallPattern.WRITES).named("dead").failsBefore(500, "the caller is dead");

  private final List<Counted> rules = new ArrayList<>();
  private final List<FaultRule> next = new ArrayList<>();
  private boolean callerIsDead;
  private int added;

  /**
   * No faults yet.
   *
   * @param seed where chance starts
   */
  public Faults(long seed) {
    this.seed = seed;
  }

  /**
   * Adds a rule; its count starts now.
   *
   * @param rule the rule
   */
  public synchronized void add(FaultRule rule) {
    rules.add(new Counted(rule, new SplittableRandom(seed + added)));
    added++;
  }

  /** Forgets all rules. What they did to the world stays as it is. */
  public synchronized void clear() {
    rules.clear();
    next.clear();
    callerIsDead = false;
  }

  /**
   * Counts a call.
   *
   * @param call the call
   * @return the rules that apply to it, and those that end with it
   */
  public synchronized Due due(ObservedCall call) {
    List<FaultRule> fitting = new ArrayList<>(next);
    List<FaultRule> ending = new ArrayList<>();
    next.clear();
    if (callerIsDead && DEAD.calls().fits(call)) {
      fitting.add(DEAD);
    }
    for (Counted counted : rules) {
      if (counted.rule.calls().fits(call)) {
        counted.see(fitting, ending);
      }
    }
    return new Due(fitting.stream().flatMap(rule -> now(rule).stream()).toList(), ending);
  }

  /** What a rule does to this call, while it remembers what it does to later ones. */
  private Optional<FaultRule> now(FaultRule rule) {
    if (rule.fault() instanceof Fault.Next later) {
      next.add(rule.with(later.fault()));
      return Optional.empty();
    }
    if (rule.fault() instanceof Fault.CallerDies death) {
      callerIsDead = true;
      return Optional.of(rule.with(new Fault.Failure(500, "the caller died", death.side())));
    }
    return Optional.of(rule);
  }

  /**
   * What happens to one call.
   *
   * @param starting the rules that apply to it
   * @param ending the rules whose lasting faults end after it
   */
  public record Due(List<FaultRule> starting, List<FaultRule> ending) {
    /** Copies the lists. */
    public Due {
      starting = List.copyOf(starting);
      ending = List.copyOf(ending);
    }
  }

  private static final class Counted {
    final FaultRule rule;
    final SplittableRandom chance;
    int seen;
    int endsAt = -1;

    Counted(FaultRule rule, SplittableRandom chance) {
      this.rule = rule;
      this.chance = chance;
    }

    void see(List<FaultRule> starting, List<FaultRule> ending) {
      seen++;
      boolean applies =
          rule.occurrence().includes(seen) && chance.nextDouble() < rule.probability();
      if (applies) {
        starting.add(rule);
        endsAt = rule.lasting() == 0 ? -1 : seen + rule.lasting() - 1;
      }
      if (seen == endsAt) {
        ending.add(rule);
      }
    }
  }
}
