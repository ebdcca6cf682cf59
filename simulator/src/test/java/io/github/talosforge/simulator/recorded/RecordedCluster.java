package io.github.talosforge.simulator.recorded;

import io.github.talosforge.simulator.Simulator;
import io.github.talosforge.simulator.world.Personality;
import io.github.talosforge.simulator.world.Storage;
import io.github.talosforge.simulator.world.StorageType;

/** The cluster that the sessions were recorded on: one host, three directories. */
final class RecordedCluster {
  private static final long SIZE = 250L << 30;

  private RecordedCluster() {}

  static Simulator start() {
    return Simulator.builder()
        .personality(Personality.PVE_9_2)
        .world(
            world ->
                world
                    .storage(
                        Storage.of(
                            "local",
                            StorageType.DIR,
                            SIZE,
                            "iso",
                            "vztmpl",
                            "backup",
                            "import",
                            "snippets"))
                    .storage(
                        Storage.of(
                            "nfs", StorageType.DIR, SIZE, "images", "iso", "import", "backup"))
                    .storage(Storage.of("fast", StorageType.DIR, SIZE, "images")))
        .start();
  }
}
