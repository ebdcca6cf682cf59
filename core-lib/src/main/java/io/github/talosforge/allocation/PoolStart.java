package io.github.talosforge.allocation;

import io.github.talosforge.model.NodeRole;
import java.util.Optional;

/**
 * A pool and, if a file says it, the number of its first member.
 *
 * @param name the pool
 * @param role the role of its members
 * @param first the first member's number
 */
record PoolStart(String name, NodeRole role, Optional<Long> first) {}
