package io.github.talosforge.plan;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** Changes of one VM, each of which depends on the one before. */
final class Row {
  private final List<VmChange> changes = new ArrayList<>();
  private final Set<ChangeId> before;

  Row() {
    this(Set.of());
  }

  /** Begins with a change that depends on others. */
  Row(Set<ChangeId> before) {
    this.before = Set.copyOf(before);
  }

  /** Adds a change, given what it depends on. */
  void add(Function<Set<ChangeId>, ? extends VmChange> change) {
    changes.add(change.apply(last()));
  }

  /** Begins another row that goes on where this one ends, after some other changes too. */
  Row after(Set<ChangeId> others) {
    Set<ChangeId> both = new HashSet<>(last());
    both.addAll(others);
    return new Row(both);
  }

  /** Goes on with such a row. */
  void addAll(Row more) {
    changes.addAll(more.changes);
  }

  /** Returns what the next change depends on. */
  Set<ChangeId> last() {
    return changes.isEmpty() ? before : Set.of(changes.get(changes.size() - 1).id());
  }

  List<VmChange> changes() {
    return changes;
  }
}
