package io.github.talosforge.simulator.world;

/**
 * A Linux bridge of a host.
 *
 * @param name its name
 * @param vlanAware whether it passes VLAN tags on
 */
public record Bridge(String name, boolean vlanAware) {
  /**
   * An ordinary bridge, which passes VLAN tags on.
   *
   * @param name its name
   * @return the bridge
   */
  public static Bridge ordinary(String name) {
    return new Bridge(name, true);
  }
}
