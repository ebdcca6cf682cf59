package io.github.talosforge.proxmox;

import java.util.Optional;
import java.util.OptionalInt;

/**
 * A virtual network of the cluster; its name can stand as the bridge of a network card.
 *
 * @param name its name
 * @param zone the zone that it is in
 * @param alias a longer name
 * @param tag its VLAN or VXLAN tag
 * @param vlanAware whether VLAN tags work inside of it
 */
public record Vnet(
    String name,
    Optional<String> zone,
    Optional<String> alias,
    OptionalInt tag,
    boolean vlanAware) {}
