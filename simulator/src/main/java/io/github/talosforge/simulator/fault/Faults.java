package io.github.talosforge.simulator.fault;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** The rules in force, and how often each has seen its calls. */
public final class Faults {
  private final long seed;
  private final List<Counted> rules = new ArrayList<>();
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
  }

  /**
   * Counts a call.
   *
   * @param call the call
   * @return the rules that apply to it, and those that end with it
   */
  public synchronized Due due(ObservedCall call) {
    List<FaultRule> starting = new ArrayList<>();
    List<FaultRule> ending = new ArrayList<>();
    for (Counted counted : rules) {
      if (counted.rule.calls().fits(call)) {
        counted.see(starting, ending);
      }
    }
    return new Due(starting, ending);
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
