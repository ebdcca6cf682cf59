package io.github.talosforge.allocation;

import io.github.talosforge.model.NodeName;
import io.github.talosforge.model.NodeRole;
import io.github.talosforge.model.PoolMember;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A node that needs a number: an id or an address.
 *
 * @param node the node
 * @param role its role, whose range the number comes from
 * @param pool its place in a pool
 * @param pinned the number that the files demand
 * @param observed the number that its VM has
 * @param withTenfold whether ten times the number must be free as well
 */
record NumberClaim(
    NodeName node,
    NodeRole role,
    Optional<PoolMember> pool,
    OptionalLong pinned,
    OptionalLong observed,
    boolean withTenfold) {}
