package io.github.talosforge.provision;

import io.github.talosforge.simulator.Simulator;
import io.github.talosforge.simulator.fault.CallPattern;
import io.github.talosforge.simulator.fault.FaultRule;
import io.github.talosforge.simulator.fault.Occurrence;

/** A run that dies at one of its writes: the answer is lost, and nothing else is ever sent. */
final class DyingRun {
  private DyingRun() {}

  static void after(Simulator simulator, int write) {
    at(simulator, write, true);
  }

  /** Dies at a write that takes effect, or does not. */
  static void at(Simulator simulator, int write, boolean effect) {
    FaultRule.Builder nth = FaultRule.on(CallPattern.WRITES).nth(write);
    simulator
        .faults()
        .add(effect ? nth.failsAfter(500, "the run died") : nth.failsBefore(500, "it died"));
    simulator
        .faults()
        .add(
            FaultRule.on(CallPattern.WRITES)
                .occurrence(new Occurrence(write + 1, Integer.MAX_VALUE, 1))
                .failsBefore(500, "the run is dead"));
  }
}
