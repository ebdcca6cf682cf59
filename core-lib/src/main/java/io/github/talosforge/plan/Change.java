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

  /**
   * Hands the change to the method for its kind. Whoever does something with every kind comes this
   * way, so that a kind which is forgotten does not compile.
   *
   * @param visitor what is done with each kind
   * @return what the method returns
   */
  <R> R accept(Visitor<R> visitor);

  /** Has a method for each kind, and no default that could swallow a new one. */
  interface Visitor<R>
      extends ImageChange.Visitor<R>,
          VmChange.Visitor<R>,
          HaChange.Visitor<R>,
          CleaningChange.Visitor<R>,
          TalosChange.Visitor<R> {}
}
