package io.github.talosforge.model;

/**
 * A node's place in its pool.
 *
 * @param pool the pool's name
 * @param ordinal the member's number, from 0; the member's name ends with one more
 */
public record PoolMember(String pool, int ordinal) {}
