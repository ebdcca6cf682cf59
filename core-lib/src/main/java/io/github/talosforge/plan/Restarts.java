package io.github.talosforge.plan;

import io.github.talosforge.observe.NodeVm;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Stops and starts of running nodes: one at a time, workers first, control planes from the last to
 * the first, and none after one that failed.
 */
final class Restarts {
  private static final Comparator<Wish> ONE_BY_ONE =
      Comparator.<Wish, Boolean>comparing(wish -> wish.vm().mayBeControlPlane())
          .thenComparing(wish -> wish.vm().startupOrder(), Comparator.reverseOrder())
          .thenComparing(wish -> wish.vm().node(), Comparator.reverseOrder());

  private final List<Wish> wishes = new ArrayList<>();

  private record Wish(
      NodeVm vm,
      List<FieldChange> fields,
      Map<String, String> values,
      Duration shutdown,
      Set<ChangeId> before) {}

  void add(
      NodeVm vm,
      List<FieldChange> fields,
      Map<String, String> values,
      Duration shutdown,
      Set<ChangeId> before) {
    wishes.add(new Wish(vm, fields, values, shutdown, before));
  }

  List<StopStartVm> changes() {
    List<StopStartVm> changes = new ArrayList<>();
    wishes.stream().sorted(ONE_BY_ONE).forEach(wish -> changes.add(change(wish, changes)));
    return changes;
  }

  private static StopStartVm change(Wish wish, List<StopStartVm> earlier) {
    Set<ChangeId> before = new HashSet<>(wish.before());
    if (!earlier.isEmpty()) {
      before.add(earlier.get(earlier.size() - 1).id());
    }
    ChangeId id = ChangeId.of("stop-start", wish.vm().node());
    return new StopStartVm(id, wish.vm(), wish.fields(), wish.values(), wish.shutdown(), before);
  }
}
