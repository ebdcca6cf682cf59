package io.github.talosforge.proxmox.http;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * Finds out whether a change whose answer was lost has happened.
 *
 * <p>A lookup must be certain: a task of the right type on the right object ({@link TaskLookup}),
 * or a mark that only this call can have left on a VM.
 */
@FunctionalInterface
public interface OutcomeLookup {
  /** Knows nothing, so the caller is told that the outcome is unknown. */
  OutcomeLookup NONE = lost -> new Outcome.Unknown();

  /** Looks, by reading only. */
  Outcome lookUp(LostCall lost);

  /** What the lookup found. */
  sealed interface Outcome {
    /**
     * The change happened.
     *
     * @param data what the lost answer would have carried, such as the identifier of the task
     */
    record Done(JsonNode data) implements Outcome {}

    /** The change certainly did not happen and will not, so the call may be sent again. */
    record NotDone() implements Outcome {}

    /** Nothing certain was found. */
    record Unknown() implements Outcome {}
  }
}
