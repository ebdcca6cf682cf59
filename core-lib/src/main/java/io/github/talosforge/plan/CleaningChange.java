package io.github.talosforge.plan;

import io.github.talosforge.model.HostName;

/** A change that removes what VMs were made from. */
public sealed interface CleaningChange extends Change permits RemoveTemplate, RemoveImage {

  /** Returns the host that does the work. */
  HostName host();

  @Override
  default boolean disruptive() {
    return false;
  }
}
