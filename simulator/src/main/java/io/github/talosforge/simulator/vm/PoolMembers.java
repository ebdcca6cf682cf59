package io.github.talosforge.simulator.vm;

import io.github.talosforge.simulator.api.ApiFailure;
import io.github.talosforge.simulator.world.Pool;
import io.github.talosforge.simulator.world.World;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Which pool VMs are in. */
final class PoolMembers {
  private final World world;

  PoolMembers(World world) {
    this.world = world;
  }

  void checkExists(@Nullable String pool) {
    if (pool != null && !world.pools().containsKey(pool)) {
      throw ApiFailure.of(403, "Permission check failed (pool '" + pool + "' does not exist)");
    }
  }

  void add(int vmid, @Nullable String id) {
    Pool pool = id == null ? null : world.pools().get(id);
    if (pool != null) {
      Set<Integer> vms = new TreeSet<>(pool.vms());
      vms.add(vmid);
      replace(pool, vms);
    }
  }

  void remove(int vmid) {
    for (Pool pool : world.pools().values().toArray(new Pool[0])) {
      Set<Integer> vms = new TreeSet<>(pool.vms());
      if (vms.remove(vmid)) {
        replace(pool, vms);
      }
    }
  }

  private void replace(Pool pool, Set<Integer> vms) {
    world.pools().put(pool.id(), new Pool(pool.id(), pool.comment(), vms, pool.storages()));
  }
}
