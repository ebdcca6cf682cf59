package io.github.talosforge.model;

import java.util.Optional;

/**
 * Nodes that differ in nothing but their ordinal.
 *
 * @param name the pool's name, which the members' names start with
 * @param role what the members do
 * @param count the number of members
 * @param firstVmId the id of the member with ordinal 0
 * @param firstAddress the address of the member with ordinal 0
 * @param provenance where the pool's values come from
 */
public record PoolSpec(
    String name,
    NodeRole role,
    int count,
    Optional<VmId> firstVmId,
    Optional<Ipv4Address> firstAddress,
    Provenance provenance) {}
