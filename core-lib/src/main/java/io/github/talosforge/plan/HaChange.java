package io.github.talosforge.plan;

/** A change of what high availability knows about several VMs. */
public sealed interface HaChange extends Change permits KeepApart, PreferHost, RemoveHaEntry {

  /** Returns the name of the rule or group, which carries the cluster's uid. */
  String name();

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
  <R> R accept(HaChange.Visitor<R> visitor);

  @Override
  default <R> R accept(Change.Visitor<R> visitor) {
    return accept((HaChange.Visitor<R>) visitor);
  }

  /** Has a method for each kind of this group. */
  interface Visitor<R> {
    R visit(KeepApart change);

    R visit(PreferHost change);

    R visit(RemoveHaEntry change);
  }
}
