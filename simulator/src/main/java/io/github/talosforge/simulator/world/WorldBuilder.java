package io.github.talosforge.simulator.world;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Builds a world; without hosts or storages it gets one ordinary host and the usual storages. */
public final class WorldBuilder {
  private static final long GIB = 1L << 30;

  private Personality personality = Personality.PVE_9_2;
  private String clusterName = "simulated";
  private double timeScale;
  private long seed = 1;
  private SimulatedTime time = SimulatedTime.wallClock();
  private final List<Host> hosts = new ArrayList<>();
  private final List<Storage> storages = new ArrayList<>();
  private final List<PciMapping> mappings = new ArrayList<>();
  private final List<Zone> zones = new ArrayList<>();
  private final List<Vnet> vnets = new ArrayList<>();

  WorldBuilder() {}

  /**
   * The release to speak like; 9.2 unless told.
   *
   * @param release the release
   * @return this builder
   */
  public WorldBuilder personality(Personality release) {
    personality = release;
    return this;
  }

  /**
   * The name of the cluster.
   *
   * @param name the name
   * @return this builder
   */
  public WorldBuilder clusterName(String name) {
    clusterName = name;
    return this;
  }

  /**
   * What durations are multiplied with; 0, the default, does everything at once.
   *
   * @param scale 0 or more
   * @return this builder
   */
  public WorldBuilder timeScale(double scale) {
    if (!(scale >= 0)) {
      throw new IllegalArgumentException("a time scale is 0 or more, not " + scale);
    }
    timeScale = scale;
    return this;
  }

  /**
   * Where random MAC addresses and UUIDs start.
   *
   * @param start any number
   * @return this builder
   */
  public WorldBuilder seed(long start) {
    seed = start;
    return this;
  }

  /**
   * Where time comes from; this machine's clock unless told.
   *
   * @param source the time
   * @return this builder
   */
  public WorldBuilder time(SimulatedTime source) {
    time = source;
    return this;
  }

  /**
   * Adds a host.
   *
   * @param host the host
   * @return this builder
   */
  public WorldBuilder host(Host host) {
    hosts.add(host);
    return this;
  }

  /**
   * Adds ordinary hosts {@code pve1}, {@code pve2}…
   *
   * @param count how many
   * @return this builder
   */
  public WorldBuilder hosts(int count) {
    for (int i = 1; i <= count; i++) {
      hosts.add(Host.ordinary("pve" + i, i));
    }
    return this;
  }

  /**
   * Adds a storage.
   *
   * @param storage the storage
   * @return this builder
   */
  public WorldBuilder storage(Storage storage) {
    storages.add(storage);
    return this;
  }

  /**
   * Adds a PCI mapping.
   *
   * @param mapping the mapping
   * @return this builder
   */
  public WorldBuilder mapping(PciMapping mapping) {
    mappings.add(mapping);
    return this;
  }

  /**
   * Adds an SDN zone.
   *
   * @param zone the zone
   * @return this builder
   */
  public WorldBuilder zone(Zone zone) {
    zones.add(zone);
    return this;
  }

  /**
   * Adds an SDN vnet.
   *
   * @param vnet the vnet
   * @return this builder
   */
  public WorldBuilder vnet(Vnet vnet) {
    vnets.add(vnet);
    return this;
  }

  /**
   * Builds the world.
   *
   * @return the world
   */
  public World build() {
    if (hosts.isEmpty()) {
      hosts(1);
    }
    if (storages.isEmpty()) {
      usualStorages();
    }
    return World.restore(
        new WorldSnapshot(
            personality,
            clusterName,
            true,
            timeScale,
            seed,
            1000,
            hosts,
            storages,
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            mappings,
            zones,
            vnets,
            Map.of(),
            Broadcasts.Saved.NOTHING),
        time);
  }

  private void usualStorages() {
    storages.add(
        Storage.of(
            "local", StorageType.DIR, 200 * GIB, "iso", "vztmpl", "backup", "import", "snippets"));
    storages.add(Storage.of("local-lvm", StorageType.LVMTHIN, 1000 * GIB, "images", "rootdir"));
    storages.add(Storage.of("local-zfs", StorageType.ZFSPOOL, 1000 * GIB, "images", "rootdir"));
    storages.add(
        Storage.of("nfs", StorageType.NFS, 2000 * GIB, "images", "iso", "import", "backup"));
    storages.add(Storage.of("ceph", StorageType.RBD, 4000 * GIB, "images", "rootdir"));
  }
}
