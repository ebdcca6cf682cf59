package io.github.talosforge.provision;

import io.github.talosforge.simulator.fault.Fault.Side;
import java.util.Locale;

/**
 * One thing that goes wrong once.
 *
 * @param scenario what is being done to the cluster
 * @param point with which call
 * @param mishap what
 * @param side before or after the call takes effect
 */
record CrashCase(Scenario scenario, CrashPoint point, Mishap mishap, Side side) {
  @Override
  public String toString() {
    return scenario + ": " + mishap + " " + side.name().toLowerCase(Locale.ROOT) + " " + point;
  }

  /** Decides how old the list is whenever it is read. */
  long seed() {
    return toString().hashCode();
  }

  /** How a case ended. */
  enum Ending {
    /** Running again brought the cluster to where it should be. */
    SURVIVED,
    /** There was nothing to meet, such as a worker where no task is begun; then the same. */
    UNMET,
    /** The run named the VM and the command that only root can run; then the same. */
    NAMED,
    /** Something else: a bug. */
    LOST;

    static Ending of(boolean met, boolean named) {
      return named ? NAMED : met ? SURVIVED : UNMET;
    }
  }

  /**
   * How a case ended.
   *
   * @param crash the case
   * @param ending how
   * @param runs how many more runs it took
   * @param words why it was lost, or what was named
   */
  record Verdict(CrashCase crash, Ending ending, int runs, String words) {}
}
