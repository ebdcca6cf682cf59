package io.github.talosforge.provision;

import io.github.talosforge.simulator.Simulator;
import io.github.talosforge.simulator.fault.CallPattern;
import io.github.talosforge.simulator.fault.Fault;
import io.github.talosforge.simulator.fault.FaultRule;
import io.github.talosforge.simulator.fault.Occurrence;
import io.github.talosforge.simulator.inspect.VmState;
import java.time.Duration;

/** What makes it hard for runs to get along with each other. */
enum RunTrouble {
  /** Nothing but the others. */
  NONE,
  /** Backups lock VMs for a few calls, again and again. */
  LOCKS,
  /** Answers come late, some of them later than others. */
  LAG,
  /** Changes happen and nobody hears of them, or hosts do not reach each other. */
  LOST_ANSWERS;

  void begin(Simulator simulator) {
    switch (this) {
      case LOCKS ->
          simulator
              .faults()
              .add(
                  FaultRule.on(CallPattern.WRITES)
                      .occurrence(Occurrence.parse("every 7"))
                      .lasting(2)
                      .goesWrong(new Fault.Locked("backup", null)));
      case LAG -> {
        FaultRule.Builder some = FaultRule.on(CallPattern.ANY).probability(0.3);
        simulator.faults().add(some.latency(Duration.ofMillis(10)));
        simulator.faults().add(some.latency(Duration.ofMillis(25)));
      }
      case LOST_ANSWERS -> {
        FaultRule.Builder some = FaultRule.on(CallPattern.WRITES).probability(0.08);
        simulator.faults().add(some.resetAfter());
        simulator.faults().add(some.failsAfter(596, "Connection timed out"));
        simulator.faults().add(some.failsBefore(596, "Broken pipe"));
      }
      default -> {}
    }
  }

  /** Whatever was wrong is over. */
  static void end(Simulator simulator) {
    simulator.faults().clear();
    for (VmState vm : simulator.inspect().vms().values()) {
      if ("backup".equals(vm.lock())) {
        simulator.interventions().unlock(vm.id());
      }
    }
  }
}
