package io.github.talosforge.simulator.state;

import io.github.talosforge.simulator.auth.AccessSnapshot;
import io.github.talosforge.simulator.talos.etcd.EtcdCluster;
import io.github.talosforge.simulator.world.WorldSnapshot;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * Everything that a simulator knows.
 *
 * @param format the version of this format
 * @param world the cluster
 * @param access who may do what
 * @param schematics the schematics of the Image Factory
 * @param etcd the etcd clusters of Talos nodes
 */
public record SavedState(
    int format,
    WorldSnapshot world,
    AccessSnapshot access,
    Map<String, String> schematics,
    List<EtcdCluster.Saved> etcd) {
  /** The format that this version writes and reads. */
  public static final int FORMAT = 1;

  /** Copies map and list; a file of an earlier version has no clusters. */
  public SavedState {
    schematics = new TreeMap<>(schematics);
    etcd = List.copyOf(Objects.requireNonNullElse(etcd, List.of()));
  }
}
