package io.github.talosforge.plan;

import java.util.Set;

/**
 * One thing to do. A change carries everything that doing it needs; the files are not asked again.
 *
 * <p>Replacing a VM is deliberately no change: it never follows from an edit.
 */
public sealed interface Change
    permits ImageChange, VmChange, HaChange, CleaningChange, TalosChange {

  /** Returns the name of the change. */
  ChangeId id();

  /** Returns the changes that must have succeeded before. */
  Set<ChangeId> dependencies();

  /** Tells whether a running node stops, loses its network or loses a disk meanwhile. */
  boolean disruptive();
}
