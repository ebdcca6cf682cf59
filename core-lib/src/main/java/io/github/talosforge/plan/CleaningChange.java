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
}
