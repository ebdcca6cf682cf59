package io.github.talosforge.provision;

import io.github.talosforge.bootstrap.BootstrapResult;
import io.github.talosforge.bootstrap.TalosLog;
import io.github.talosforge.bootstrap.TalosOptions;
import io.github.talosforge.simulator.inspect.VmState;
import io.github.talosforge.simulator.world.Volume;
import java.util.List;

/** Simulated clusters whose nodes get their configuration on a CD. */
final class CdWorlds {
  static final String BY_CD = "config_delivery: cidata\n";

  static final TalosOptions OPTIONS = TalosOptions.defaults();

  private CdWorlds() {}

  /** A control plane and a worker, not provisioned yet. */
  static TalosWorld world(String more) {
    TalosWorld world = new TalosWorld("1.12.4", 1, 1);
    world.cluster.cluster(BY_CD + more);
    return world;
  }

  static BootstrapResult bootstrap(TalosWorld world) {
    return world.talos(talos -> talos.bootstrap(OPTIONS, TalosLog.SILENT));
  }

  /** The CDs with configurations that are on any storage. */
  static List<String> discs(TalosWorld world) {
    return world.simulator.inspect().volumes().stream()
        .map(Volume::volid)
        .filter(id -> id.contains("cidata"))
        .toList();
  }

  static VmState vm(TalosWorld world, String node) {
    return world.simulator.inspect().vm(world.vm(node)).orElseThrow();
  }

  static int writes(TalosWorld world) {
    return world.simulator.journal().writes().size();
  }
}
