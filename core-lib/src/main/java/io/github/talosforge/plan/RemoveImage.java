package io.github.talosforge.plan;

import io.github.talosforge.model.HostName;
import io.github.talosforge.model.StorageName;
import java.util.Set;

/**
 * Removes a downloaded image that nothing uses.
 *
 * @param id the name of the change
 * @param host the host that removes it
 * @param storage the storage that it is on
 * @param file what it is
 * @param dependencies the changes before
 */
public record RemoveImage(
    ChangeId id, HostName host, StorageName storage, ImageFileName file, Set<ChangeId> dependencies)
    implements CleaningChange {

  /** Keeps an own copy of the set. */
  public RemoveImage {
    dependencies = Set.copyOf(dependencies);
  }

  /** Returns the volume, such as {@code local:import/talos-….qcow2}. */
  public String volume() {
    return file.volume(storage);
  }

  @Override
  public <R> R accept(CleaningChange.Visitor<R> visitor) {
    return visitor.visit(this);
  }
}
