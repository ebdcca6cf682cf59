package io.github.talosforge.simulator.world;

import org.jspecify.annotations.Nullable;

/**
 * A virtual network of the SDN; its name is used as a bridge.
 *
 * @param vnet its name
 * @param zone the zone it is in
 * @param tag its VLAN or VNI, 0 without
 * @param alias its alias
 */
public record Vnet(String vnet, String zone, int tag, @Nullable String alias) {}
