package io.github.talosforge.simulator.world;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** All volumes of all storages. */
public final class Volumes {
  private final Map<Key, Volume> volumes = new LinkedHashMap<>();

  private record Key(String storage, @Nullable String host, String name) {}

  /**
   * All volumes.
   *
   * @return the volumes
   */
  public Collection<Volume> all() {
    return Collections.unmodifiableCollection(volumes.values());
  }

  /**
   * Finds a volume.
   *
   * @param storage its storage
   * @param host the host that looks
   * @param name its name
   * @return the volume or null
   */
  public @Nullable Volume find(Storage storage, String host, String name) {
    return volumes.get(new Key(storage.id(), storage.shared() ? null : host, name));
  }

  /**
   * Adds or replaces a volume.
   *
   * @param volume the volume
   */
  public void put(Volume volume) {
    volumes.put(new Key(volume.storage(), volume.host(), volume.name()), volume);
  }

  /**
   * Removes a volume.
   *
   * @param volume the volume
   */
  public void remove(Volume volume) {
    volumes.remove(new Key(volume.storage(), volume.host(), volume.name()));
  }

  /**
   * Replaces a volume by itself under another name, host or size.
   *
   * @param old the volume
   * @param now the volume that takes its place
   */
  public void replace(Volume old, Volume now) {
    remove(old);
    put(now);
  }

  /**
   * The volumes that a host sees on a storage.
   *
   * @param storage the storage
   * @param host the host
   * @return the volumes
   */
  public List<Volume> on(Storage storage, String host) {
    String place = storage.shared() ? null : host;
    return volumes.values().stream()
        .filter(v -> v.storage().equals(storage.id()) && Objects.equals(v.host(), place))
        .toList();
  }

  /**
   * The bytes that a host sees in use on a storage.
   *
   * @param storage the storage
   * @param host the host
   * @return the bytes
   */
  public long used(Storage storage, String host) {
    return storage.occupied() + on(storage, host).stream().mapToLong(Volume::used).sum();
  }
}
