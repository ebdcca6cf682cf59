package io.github.talosforge.simulator.talos;

import java.time.Instant;

/**
 * Something that a node did, as its stream of events shows it.
 *
 * @param number its number, from 1
 * @param at when
 * @param actor the id of the call that caused it; empty without
 * @param kind what it tells
 * @param name the name of the sequence or task, or the stage
 * @param started for a sequence or task: whether it started or stopped; for a stage: whether it is
 *     ready
 */
public record NodeEvent(
    long number, Instant at, String actor, Kind kind, String name, boolean started) {
  /** What an event tells. */
  public enum Kind {
    /** A sequence started or stopped. */
    SEQUENCE,
    /** A task of a sequence started or stopped. */
    TASK,
    /** The stage changed. */
    STAGE
  }
}
