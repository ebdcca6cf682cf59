package io.github.talosforge.simulator.world;

/**
 * A zone of the SDN.
 *
 * @param zone its name
 * @param type simple, vlan, vxlan…
 */
public record Zone(String zone, String type) {}
