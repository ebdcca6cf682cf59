package io.github.talosforge.simulator.fault;

import java.time.Duration;
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
    List<FaultRule> fitting = new ArrayList<>();
    List<FaultRule> ending = new ArrayList<>();
    next.removeIf(rule -> meets(rule, call) && fitting.add(rule));
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

  /** A worker can only be killed when a call starts one, which no reading call does. */
  private static boolean meets(FaultRule rule, ObservedCall call) {
    return call.writes() || !(rule.fault() instanceof Fault.WorkerKilled);
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

    /**
     * How late the answer comes.
     *
     * @return the sum of all delays
     */
    public Duration latency() {
      return starting.stream()
          .map(FaultRule::fault)
          .filter(Fault.Latency.class::isInstance)
          .map(fault -> ((Fault.Latency) fault).time())
          .reduce(Duration.ZERO, Duration::plus);
    }

    /**
     * What the caller gets instead of the answer.
     *
     * @param side before or after the effect
     * @return a reset or a failure
     */
    public Optional<Fault> instead(Fault.Side side) {
      return starting.stream().map(FaultRule::fault).filter(fault -> isOn(fault, side)).findFirst();
    }

    private static boolean isOn(Fault fault, Fault.Side side) {
      return (fault instanceof Fault.Reset reset && reset.side() == side)
          || (fault instanceof Fault.Failure failure && failure.side() == side);
    }

    /**
     * The names of the rules that apply.
     *
     * @return names
     */
    public List<String> names() {
      return starting.stream().map(FaultRule::name).toList();
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
