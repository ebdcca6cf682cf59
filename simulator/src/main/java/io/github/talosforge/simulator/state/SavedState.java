package io.github.talosforge.simulator.state;

import io.github.talosforge.simulator.auth.AccessSnapshot;
import io.github.talosforge.simulator.world.WorldSnapshot;
import java.util.Map;
import java.util.TreeMap;

/**
 * Everything that a simulator knows.
 *
 * @param format the version of this format
 * @param world the cluster
 * @param access who may do what
 * @param schematics the schematics of the Image Factory
 */
public record SavedState(
    int format, WorldSnapshot world, AccessSnapshot access, Map<String, String> schematics) {
  /** The format that this version writes and reads. */
  public static final int FORMAT = 1;

  /** Copies the map. */
  public SavedState {
    schematics = new TreeMap<>(schematics);
  }
}
