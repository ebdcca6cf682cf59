package io.github.talosforge.simulator.server;

import io.github.talosforge.simulator.auth.AccessControl;
import io.github.talosforge.simulator.engine.Engine;
import io.github.talosforge.simulator.fault.Fault;
import io.github.talosforge.simulator.fault.FaultRule;
import io.github.talosforge.simulator.fault.Faults;
import io.github.talosforge.simulator.fault.LastingFaults;
import io.github.talosforge.simulator.http.Answer;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Lets faults happen to the world and to answers. */
public final class FaultEffects implements LastingFaults {
  private final Engine engine;
  private final AccessControl access;

  /**
   * Faults of a world.
   *
   * @param engine what the world does
   * @param access who may do what
   */
  public FaultEffects(Engine engine, AccessControl access) {
    this.engine = engine;
    this.access = access;
  }

  /** The answer that replaces the real one on this side of the effect, or null. */
  static @Nullable Answer replacement(Faults.Due due, Fault.Side side) {
    return due.instead(side)
        .map(
            fault ->
                // What a proxying daemon makes up for a host that it cannot reach has no JSON body.
                fault instanceof Fault.Failure failure
                    ? Answer.Reply.bare(failure.status(), failure.reason())
                    : new Answer.Cut())
        .orElse(null);
  }

  @Override
  public void begin(List<FaultRule> rules, Set<Integer> called) {
    for (FaultRule rule : rules) {
      Fault fault = rule.fault();
      if (fault instanceof Fault.Locked locked) {
        targets(locked.vmid(), called)
            .forEach(vm -> engine.interventions().hold(vm, locked.lock()));
      } else if (fault instanceof Fault.HostOffline offline) {
        engine.interventions().host(offline.host(), false);
      } else if (fault instanceof Fault.QuorumLost) {
        engine.interventions().quorum(false);
      } else if (fault instanceof Fault.StorageFull full) {
        engine.interventions().fill(full.storage());
      } else if (fault instanceof Fault.Denied denied) {
        access.deny(denied.subject(), denied.path(), denied.privilege());
      } else if (fault instanceof Fault.NodeTrouble node) {
        targets(node.vmid(), called)
            .forEach(vm -> engine.interventions().node(vm, node.trouble(), true));
      }
    }
  }

  /** Kills the worker of the task that a call started, as far as it still works. */
  void kill(List<FaultRule> rules, @Nullable String task) {
    if (task != null && rules.stream().anyMatch(r -> r.fault() instanceof Fault.WorkerKilled)) {
      engine.interventions().kill(task);
    }
  }

  @Override
  public void end(List<FaultRule> rules, Set<Integer> called) {
    for (FaultRule rule : rules) {
      Fault fault = rule.fault();
      if (fault instanceof Fault.Locked locked) {
        targets(locked.vmid(), called).forEach(engine.interventions()::unlock);
      } else if (fault instanceof Fault.HostOffline offline) {
        engine.interventions().host(offline.host(), true);
      } else if (fault instanceof Fault.QuorumLost) {
        engine.interventions().quorum(true);
      } else if (fault instanceof Fault.StorageFull full) {
        engine.interventions().occupy(full.storage(), 0);
      } else if (fault instanceof Fault.Denied denied) {
        access.allow(denied.subject(), denied.path(), denied.privilege());
      } else if (fault instanceof Fault.NodeTrouble node) {
        targets(node.vmid(), called)
            .forEach(vm -> engine.interventions().node(vm, node.trouble(), false));
      }
    }
  }

  private static Set<Integer> targets(@Nullable Integer vmid, Set<Integer> called) {
    return vmid == null ? called : Set.of(vmid);
  }
}
