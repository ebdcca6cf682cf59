package io.github.talosforge.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** Changes of one VM, each of which depends on the one before. */
final class Row {
  private final List<VmChange> changes = new ArrayList<>();

  /** Adds a change, given what it depends on. */
  void add(Function<Set<ChangeId>, ? extends VmChange> change) {
    changes.add(change.apply(last()));
  }

  /** Returns the change that the next one depends on; none for the first. */
  Set<ChangeId> last() {
    return changes.isEmpty() ? Set.of() : Set.of(changes.get(changes.size() - 1).id());
  }

  List<VmChange> changes() {
    return changes;
  }
}
