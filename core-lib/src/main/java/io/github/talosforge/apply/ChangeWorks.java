package io.github.talosforge.apply;

import io.github.talosforge.apply.WorkGraph.Work;
import io.github.talosforge.plan.Change;
import io.github.talosforge.plan.ChangeId;
import io.github.talosforge.plan.CreateVm;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.plan.StartVm;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The pieces of work that a plan consists of: one a change, and for a new VM one more that starts
 * it, because starts wait for those of a lower startup order.
 */
final class ChangeWorks {
  private static final String START = "#start";

  private final Map<ChangeId, Change> changes;
  private final Map<String, Integer> starts;

  ChangeWorks(Plan plan) {
    changes =
        plan.changes().stream()
            .collect(Collectors.toUnmodifiableMap(Change::id, Function.identity()));
    starts =
        plan.changes().stream()
            .filter(change -> startupOrder(change).isPresent())
            .collect(
                Collectors.toUnmodifiableMap(
                    change -> last(change.id()), change -> startupOrder(change).orElseThrow()));
  }

  /** Returns the change that a piece of work belongs to. */
  Change changeOf(String work) {
    String id = work.endsWith(START) ? work.substring(0, work.length() - START.length()) : work;
    return Objects.requireNonNull(changes.get(new ChangeId(id)));
  }

  /** Tells whether a change is over when this piece of work is done. */
  boolean isLast(String work) {
    return last(changeOf(work).id()).equals(work);
  }

  List<Work> of(List<Change> ordered, Consumer<Change> run, Consumer<CreateVm> start) {
    return ordered.stream().flatMap(change -> works(change, run, start)).toList();
  }

  private Stream<Work> works(Change change, Consumer<Change> run, Consumer<CreateVm> start) {
    String id = change.id().value();
    Set<String> needs =
        change.dependencies().stream().map(this::last).collect(Collectors.toUnmodifiableSet());
    if (change instanceof CreateVm create && create.start()) {
      return Stream.of(
          new Work(id, needs, Set.of(), () -> run.accept(change)),
          new Work(id + START, Set.of(id), earlierStarts(change), () -> start.accept(create)));
    }
    return Stream.of(new Work(id, needs, earlierStarts(change), () -> run.accept(change)));
  }

  private String last(ChangeId id) {
    return changes.get(id) instanceof CreateVm create && create.start() ? id + START : id.value();
  }

  private Set<String> earlierStarts(Change change) {
    return startupOrder(change)
        .map(
            order ->
                starts.entrySet().stream()
                    .filter(start -> start.getValue() < order)
                    .map(Map.Entry::getKey)
                    .collect(Collectors.toUnmodifiableSet()))
        .orElse(Set.of());
  }

  private static Optional<Integer> startupOrder(Change change) {
    if (change instanceof CreateVm create && create.start()) {
      return Optional.of(create.vm().startupOrder());
    }
    return change instanceof StartVm start
        ? Optional.of(start.vm().startupOrder())
        : Optional.empty();
  }
}
