package io.github.talosforge.simulator.fault;

import java.util.List;
import java.util.Set;

/** Lets faults happen that are about the world, not about one answer. */
public interface LastingFaults {
  /** Nothing ever happens to the world. */
  LastingFaults NONE =
      new LastingFaults() {
        @Override
        public void begin(List<FaultRule> rules, Set<Integer> called) {}

        @Override
        public void end(List<FaultRule> rules, Set<Integer> called) {}
      };

  /**
   * The world is as these rules say from now on.
   *
   * @param rules the rules; those about answers are passed over
   * @param called the VMs that the call names
   */
  void begin(List<FaultRule> rules, Set<Integer> called);

  /**
   * Undoes it.
   *
   * @param rules the rules that end
   * @param called the VMs that the call names
   */
  void end(List<FaultRule> rules, Set<Integer> called);
}
