package io.github.talosforge.proxmox;

import java.util.Optional;

/**
 * A bridge of a host.
 *
 * @param name its name, such as {@code vmbr0}
 * @param type {@code bridge}, {@code OVSBridge} or {@code vnet}
 * @param active whether it is up
 * @param vlanAware whether VLAN tags work on it
 * @param cidr the address of the host on it
 * @param comment a note on it
 */
public record Bridge(
    String name,
    String type,
    boolean active,
    boolean vlanAware,
    Optional<String> cidr,
    Optional<String> comment) {}
