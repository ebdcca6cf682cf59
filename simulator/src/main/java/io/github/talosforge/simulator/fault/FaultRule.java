package io.github.talosforge.simulator.fault;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One thing that goes wrong.
 *
 * @param name what it is called in the journal
 * @param calls which calls it is about
 * @param occurrence which of those
 * @param probability how likely it is for each of them, 0 to 1
 * @param fault what goes wrong
 * @param lasting for how many calls that fit a lasting fault stays; 0: until it is cleared
 */
public record FaultRule(
    String name,
    CallPattern calls,
    Occurrence occurrence,
    double probability,
    Fault fault,
    int lasting) {
  /** Refuses what cannot happen. */
  public FaultRule {
    if (!(probability >= 0 && probability <= 1)) {
      throw new IllegalArgumentException("a probability is 0 to 1, not " + probability);
    }
    if (lasting < 0) {
      throw new IllegalArgumentException("a fault cannot last for " + lasting + " calls");
    }
  }

  FaultRule with(Fault other) {
    return new FaultRule(name, calls, occurrence, probability, other, lasting);
  }

  /**
   * Starts a rule.
   *
   * @param calls which calls it is about
   * @return a builder
   */
  public static Builder on(CallPattern calls) {
    return new Builder(calls);
  }

  /** Builds a rule: when it applies, then what goes wrong. */
  public static final class Builder {
    private final CallPattern calls;
    private Occurrence occurrence = Occurrence.EACH;
    private double probability = 1;
    private int lasting;
    private @Nullable String name;

    private Builder(CallPattern calls) {
      this.calls = calls;
    }

    /**
     * What the journal calls it.
     *
     * @param text the name
     * @return this builder
     */
    public Builder named(String text) {
      name = text;
      return this;
    }

    /**
     * Only the n-th call that fits.
     *
     * @param n from 1
     * @return this builder
     */
    public Builder nth(int n) {
      return occurrence(Occurrence.nth(n));
    }

    /**
     * Only some of the calls that fit.
     *
     * @param which which of them
     * @return this builder
     */
    public Builder occurrence(Occurrence which) {
      occurrence = which;
      return this;
    }

    /**
     * Not always.
     *
     * @param likelihood 0 to 1
     * @return this builder
     */
    public Builder probability(double likelihood) {
      probability = likelihood;
      return this;
    }

    /**
     * Ends by itself after so many calls that fit, the first one included.
     *
     * @param count how many
     * @return this builder
     */
    public Builder lasting(int count) {
      lasting = count;
      return this;
    }

    /**
     * The answer comes late.
     *
     * @param time how late
     * @return the rule
     */
    public FaultRule latency(Duration time) {
      return goesWrong(new Fault.Latency(time));
    }

    /**
     * Another answer, without the call taking effect.
     *
     * @param status the status
     * @param reason the reason
     * @return the rule
     */
    public FaultRule failsBefore(int status, String reason) {
      return goesWrong(new Fault.Failure(status, reason, Fault.Side.BEFORE));
    }

    /**
     * Another answer, after the call took effect.
     *
     * @param status the status
     * @param reason the reason
     * @return the rule
     */
    public FaultRule failsAfter(int status, String reason) {
      return goesWrong(new Fault.Failure(status, reason, Fault.Side.AFTER));
    }

    /**
     * The connection is reset before the call takes effect.
     *
     * @return the rule
     */
    public FaultRule resetBefore() {
      return goesWrong(new Fault.Reset(Fault.Side.BEFORE));
    }

    /**
     * The connection is reset after the call took effect.
     *
     * @return the rule
     */
    public FaultRule resetAfter() {
      return goesWrong(new Fault.Reset(Fault.Side.AFTER));
    }

    /**
     * Any fault.
     *
     * @param fault what goes wrong
     * @return the rule
     */
    public FaultRule goesWrong(Fault fault) {
      String called = name == null ? fault.getClass().getSimpleName() : name;
      return new FaultRule(called, calls, occurrence, probability, fault, lasting);
    }
  }
}
