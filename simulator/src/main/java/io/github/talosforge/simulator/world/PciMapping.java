package io.github.talosforge.simulator.world;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A PCI resource mapping of the datacenter.
 *
 * @param id its id
 * @param description its description
 * @param map one property string per device
 * @param mdev whether devices are mediated
 * @param liveMigrationCapable whether guests with it can be moved while they run
 */
public record PciMapping(
    String id,
    @Nullable String description,
    List<String> map,
    boolean mdev,
    boolean liveMigrationCapable) {
  /** Copies the list. */
  public PciMapping {
    map = List.copyOf(map);
  }
}
