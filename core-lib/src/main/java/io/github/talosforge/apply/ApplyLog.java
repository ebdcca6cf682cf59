package io.github.talosforge.apply;

import io.github.talosforge.plan.Change;

/** Hears what happens while a plan is carried out; called from several threads at once. */
public interface ApplyLog {
  /** Hears nothing. */
  ApplyLog SILENT = new ApplyLog() {};

  /**
   * A change begins.
   *
   * @param change the change
   */
  default void begins(Change change) {}

  /**
   * A change is under way. Reported only if {@link #wantsPercent} says so, because it costs calls.
   *
   * @param change the change
   * @param percent how far its present task is
   */
  default void progresses(Change change, int percent) {}

  /**
   * A change ended.
   *
   * @param outcome the change and how it ended
   */
  default void ends(Outcome outcome) {}

  /**
   * Something went well, but not quite.
   *
   * @param change the change
   * @param sentence what the user should know
   */
  default void warns(Change change, String sentence) {}

  /**
   * Tells whether percents are worth their calls.
   *
   * @return whether {@link #progresses} should be called
   */
  default boolean wantsPercent() {
    return false;
  }
}
