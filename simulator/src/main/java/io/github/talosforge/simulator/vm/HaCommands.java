package io.github.talosforge.simulator.vm;

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

  void request(int vmid, String state) {
    world.ha().resources().computeIfPresent("vm:" + vmid, (sid, old) -> old.withState(state));
    changed.run();
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
