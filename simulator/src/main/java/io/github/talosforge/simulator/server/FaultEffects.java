package io.github.talosforge.simulator.server;

import io.github.talosforge.simulator.auth.AccessControl;
import io.github.talosforge.simulator.engine.Engine;
import io.github.talosforge.simulator.fault.Fault;
import io.github.talosforge.simulator.fault.FaultRule;
import io.github.talosforge.simulator.http.Answer;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Lets faults happen to the world and to answers. */
final class FaultEffects {
  private final Engine engine;
  private final AccessControl access;

  FaultEffects(Engine engine, AccessControl access) {
    this.engine = engine;
    this.access = access;
  }

  /** How late the answer comes. */
  static Duration latency(List<FaultRule> rules) {
    Duration sum = Duration.ZERO;
    for (FaultRule rule : rules) {
      if (rule.fault() instanceof Fault.Latency latency) {
        sum = sum.plus(latency.time());
      }
    }
    return sum;
  }

  /** The answer that replaces the real one on this side of the effect, or null. */
  static @Nullable Answer replacement(List<FaultRule> rules, Fault.Side side) {
    for (FaultRule rule : rules) {
      if (rule.fault() instanceof Fault.Reset reset && reset.side() == side) {
        return new Answer.Cut();
      }
      if (rule.fault() instanceof Fault.Failure failure && failure.side() == side) {
        return answer(failure);
      }
    }
    return null;
  }

  private static Answer answer(Fault.Failure failure) {
    // What a proxying daemon makes up for a host that it cannot reach has no JSON body.
    return Answer.Reply.bare(failure.status(), failure.reason());
  }

  /** What the world looks like from this call on. */
  void begin(List<FaultRule> rules, Set<Integer> called) {
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

  /** Undoes lasting faults. */
  void end(List<FaultRule> rules, Set<Integer> called) {
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
