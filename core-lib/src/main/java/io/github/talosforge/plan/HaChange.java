package io.github.talosforge.plan;

/** A change of what high availability knows about several VMs. */
public sealed interface HaChange extends Change permits KeepApart, PreferHost, RemoveHaEntry {

  /** Returns the name of the rule or group, which carries the cluster's uid. */
  String name();

  @Override
  default boolean disruptive() {
    return false;
  }
}
