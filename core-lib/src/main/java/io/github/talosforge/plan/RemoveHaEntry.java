package io.github.talosforge.plan;

import java.util.Set;

/**
 * Removes an entry of high availability that is this cluster's and that nothing asks for.
 *
 * @param id the name of the change
 * @param kind what it is
 * @param name its name
 * @param dependencies the changes before
 */
public record RemoveHaEntry(ChangeId id, Kind kind, String name, Set<ChangeId> dependencies)
    implements HaChange {
  /** What is removed. */
  public enum Kind {
    /** The entry of a VM that is gone. */
    RESOURCE,
    /** A rule. */
    RULE,
    /** A group of hosts. */
    GROUP
  }

  /** Keeps an own copy of the set. */
  public RemoveHaEntry {
    dependencies = Set.copyOf(dependencies);
  }

  @Override
  public <R> R accept(HaChange.Visitor<R> visitor) {
    return visitor.visit(this);
  }
}
