package io.github.talosforge.simulator.kubernetes.object;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/**
 * A write, as watches see it. Neither object may be changed.
 *
 * @param kind the kind of the object
 * @param before the object before; null: it was made
 * @param after the object after, or when it was deleted the object as it was last
 * @param deleted whether it was deleted
 * @param revision the revision of the write
 */
public record Change(
    Kind kind, @Nullable ObjectNode before, ObjectNode after, boolean deleted, long revision) {}
