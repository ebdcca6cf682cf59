package io.github.talosforge.audit;

import java.time.Instant;
import java.util.Optional;

/**
 * One request that changes something, as it was sent: a repetition is a write of its own, and what
 * no server can have read whole is none. It has no place for parameters, bodies and secrets.
 *
 * @param at when it was sent, by this machine's clock
 * @param receiver who got it
 * @param target the call and its object, such as {@code POST /nodes/pve1/qemu/2000/status/start}
 * @param outcome what came of it
 * @param upid the task of Proxmox VE that it began
 * @param principal who asked: token, user or the subject of a client certificate
 * @param why the operation and the step of it that were under way
 */
public record Write(
    Instant at,
    Receiver receiver,
    String target,
    Outcome outcome,
    Optional<String> upid,
    String principal,
    Optional<String> why) {

  /** Who gets writes. */
  public enum Receiver {
    /** Proxmox VE. */
    PROXMOX,
    /** A machine's Talos. */
    TALOS,
    /** The cluster's Kubernetes. */
    KUBERNETES
  }

  /** What came of a write. */
  public enum Outcome {
    /** It was taken, or was found to be done after its answer was lost; a task may yet fail. */
    ACCEPTED,
    /** It was refused, or was found not to be done after its answer was lost. */
    REFUSED,
    /** Its answer was lost, and nobody could find out. */
    UNKNOWN
  }

  /**
   * A write whose reason is that of this thread.
   *
   * @param at when it was sent
   * @param receiver who got it
   * @param target the call and its object
   * @param outcome what came of it
   * @param principal who asked
   * @return the write, which began no task
   */
  public static Write of(
      Instant at, Receiver receiver, String target, Outcome outcome, String principal) {
    return new Write(
        at, receiver, target, outcome, Optional.empty(), principal, Reason.here().words());
  }

  /**
   * Adds a task.
   *
   * @param value the task that it began
   * @return a changed copy
   */
  public Write withUpid(Optional<String> value) {
    return new Write(at, receiver, target, outcome, value, principal, why);
  }
}
