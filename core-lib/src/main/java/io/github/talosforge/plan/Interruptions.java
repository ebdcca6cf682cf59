package io.github.talosforge.plan;

import java.util.HashSet;
import java.util.List;
import java.util.ListIterator;
import java.util.Set;

/**
 * Changes that cut running nodes off the network for a moment: one at a time and none after one
 * that failed, so that etcd keeps its majority.
 */
final class Interruptions {
  private Interruptions() {}

  /** Lets each wait for the one before. */
  static void oneByOne(List<Change> changes) {
    Set<ChangeId> last = Set.of();
    ListIterator<Change> each = changes.listIterator();
    while (each.hasNext()) {
      if (each.next() instanceof ChangeConfiguration change && change.disruptive()) {
        Set<ChangeId> before = new HashSet<>(change.dependencies());
        before.addAll(last);
        each.set(change.after(before));
        last = Set.of(change.id());
      }
    }
  }
}
