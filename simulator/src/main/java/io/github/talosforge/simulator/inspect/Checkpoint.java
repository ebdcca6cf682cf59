package io.github.talosforge.simulator.inspect;

import io.github.talosforge.simulator.world.Volume;
import java.util.Map;
import java.util.Set;

/**
 * A cluster as it was.
 *
 * @param vms the VMs
 * @param volumes the volumes
 */
public record Checkpoint(Map<Integer, VmState> vms, Set<Volume> volumes) {
  /** Copies both. */
  public Checkpoint {
    vms = Map.copyOf(vms);
    volumes = Set.copyOf(volumes);
  }
}
