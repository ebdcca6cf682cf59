package io.github.talosforge.simulator.vm;

import io.github.talosforge.simulator.api.ApiFailure;
import io.github.talosforge.simulator.task.Worker;
import io.github.talosforge.simulator.world.HaResource;
import io.github.talosforge.simulator.world.World;
import java.util.List;

/** What other operations ask of high availability. */
public final class HaCommands {
  private final World world;
  private final Runnable changed;

  /** The action runs after each change, so that the manager looks at it. */
  public HaCommands(World world, Runnable changed) {
    this.world = world;
    this.changed = changed;
  }

  /** Whether a VM is configured, ignored ones included. */
  boolean isConfigured(int vmid) {
    return world.ha().resources().containsKey("vm:" + vmid);
  }

  /** Whether a VM's power is managed. */
  boolean isManaged(int vmid) {
    HaResource resource = world.ha().resources().get("vm:" + vmid);
    return resource != null && !resource.state().equals("ignored");
  }

  void add(int vmid, String state) {
    String sid = "vm:" + vmid;
    world
        .ha()
        .resources()
        .putIfAbsent(sid, new HaResource(sid, state, null, 1, 1, true, null, false));
    changed.run();
  }

  /** Writes a wish down by the command that a task runs, which is all that the task does. */
  void request(Worker worker, int vmid, String state) {
    String sid = "vm:" + vmid;
    HaResource old = world.ha().resources().get(sid);
    if (!world.quorate()) {
      throw failed(worker, sid, state, "cfs-lock 'domain-ha' error: no quorum!");
    }
    if (old != null && old.error()) {
      throw failed(
          worker,
          sid,
          state,
          "service '" + sid + "' in error state, must be disabled and fixed first");
    }
    world.ha().resources().computeIfPresent(sid, (same, now) -> now.withState(state));
    changed.run();
  }

  private static ApiFailure failed(Worker worker, String sid, String state, String why) {
    worker.log(why);
    String arguments =
        state.equals("stopped")
            ? "crm-command stop " + sid + " 0"
            : "set " + sid + " --state " + state;
    return ApiFailure.died("command 'ha-manager " + arguments + "' failed: exit code 255");
  }

  /** Removes a VM from resources and rules; a rule without resources goes too. */
  public void remove(String sid) {
    world.ha().resources().remove(sid);
    world
        .ha()
        .rules()
        .replaceAll(
            (name, rule) -> {
              List<String> rest =
                  rule.resources().stream().filter(other -> !other.equals(sid)).toList();
              return rule.withResources(rest);
            });
    world.ha().rules().values().removeIf(rule -> rule.resources().isEmpty());
    changed.run();
  }
}
