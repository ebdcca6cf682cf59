package io.github.talosforge.simulator.world;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A snapshot: a section of a VM's file, with the keys as they were.
 *
 * @param parent the snapshot before it
 * @param time when it was taken, epoch seconds
 * @param description what somebody wrote about it
 * @param config the keys, the drives among them
 */
public record VmSnapshot(
    @Nullable String parent, long time, String description, Map<String, String> config) {
  /** Copies the keys in their order. */
  public VmSnapshot {
    config = new LinkedHashMap<>(config);
  }

  /**
   * A copy behind another snapshot.
   *
   * @param other the snapshot before it now
   * @return the copy
   */
  public VmSnapshot behind(@Nullable String other) {
    return new VmSnapshot(other, time, description, config);
  }
}
