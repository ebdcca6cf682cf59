package io.github.talosforge.plan;

import io.github.talosforge.model.HostName;

/** A change that removes what VMs were made from or configured by. */
public sealed interface CleaningChange extends Change
    permits RemoveTemplate, RemoveImage, RemoveDisc {

  /** Returns the host that does the work. */
  HostName host();

  @Override
  default boolean disruptive() {
    return false;
  }

  /**
   * Hands the change to the method for its kind.
   *
   * @param visitor what is done with each kind of this group
   * @return what the method returns
   */
  <R> R accept(CleaningChange.Visitor<R> visitor);

  @Override
  default <R> R accept(Change.Visitor<R> visitor) {
    return accept((CleaningChange.Visitor<R>) visitor);
  }

  /** Has a method for each kind of this group. */
  interface Visitor<R> {
    R visit(RemoveTemplate change);

    R visit(RemoveImage change);

    R visit(RemoveDisc change);
  }
}
