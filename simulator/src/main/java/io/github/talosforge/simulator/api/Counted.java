package io.github.talosforge.simulator.api;

import org.jspecify.annotations.Nullable;

/**
 * A part of a list, with how long the whole list is: {@code total} stands beside {@code data}.
 *
 * @param data the {@code data} of the answer
 * @param total the length of the whole list
 */
public record Counted(@Nullable Object data, long total) {}
