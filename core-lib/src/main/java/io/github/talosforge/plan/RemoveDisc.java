package io.github.talosforge.plan;

import io.github.talosforge.cidata.CidataFile;
import io.github.talosforge.model.HostName;
import io.github.talosforge.model.StorageName;
import java.util.Set;

/**
 * Removes a CD with the configuration of a node whose VM is destroyed, or that is in no drive.
 *
 * @param id the name of the change
 * @param host the host that removes it
 * @param storage the storage that it is on
 * @param file what it is
 * @param dependencies the changes before
 */
public record RemoveDisc(
    ChangeId id, HostName host, StorageName storage, CidataFile file, Set<ChangeId> dependencies)
    implements CleaningChange {

  /** Keeps an own copy of the set. */
  public RemoveDisc {
    dependencies = Set.copyOf(dependencies);
  }

  /**
   * Returns the change.
   *
   * @param host the host that removes it
   * @param storage the storage that it is on
   * @param file what it is
   * @param dependencies the changes before
   */
  public static RemoveDisc of(
      HostName host, StorageName storage, CidataFile file, Set<ChangeId> dependencies) {
    return new RemoveDisc(ChangeId.of("remove-cd", file, host), host, storage, file, dependencies);
  }

  /** Returns the volume. */
  public String volume() {
    return file.volume(storage);
  }

  @Override
  public <R> R accept(CleaningChange.Visitor<R> visitor) {
    return visitor.visit(this);
  }
}
