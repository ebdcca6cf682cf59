package io.github.talosforge.journal;

import io.github.talosforge.apply.Outcome;
import io.github.talosforge.journal.Tellings.Telling;
import io.github.talosforge.model.Origin;
import io.github.talosforge.plan.Change;
import io.github.talosforge.plan.ChangeSentences;
import io.github.talosforge.plan.FieldChange;
import io.github.talosforge.plan.StopStartVm;
import io.github.talosforge.plan.VmChange;
import io.github.talosforge.report.PlanDiff;
import io.github.talosforge.report.PlanDiff.Entry;
import io.github.talosforge.report.PlanDiff.Sign;
import io.github.talosforge.report.PlanDiff.Value;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The changes of a plan in the words of the page, those of one node together. */
final class PlanEntries {
  private final UnaryOperator<String> files;
  private final Map<String, Outcome> outcomes;

  PlanEntries(UnaryOperator<String> files, Map<String, Outcome> outcomes) {
    this.files = files;
    this.outcomes = outcomes;
  }

  List<Entry> of(List<Change> changes) {
    Map<String, List<Change>> grouped =
        changes.stream()
            .collect(
                Collectors.groupingBy(PlanEntries::group, LinkedHashMap::new, Collectors.toList()));
    return grouped.values().stream().map(this::entry).toList();
  }

  /** Changes of one VM are one entry, but a stop and start stands by itself. */
  private static String group(Change change) {
    return change instanceof VmChange vm && !(change instanceof StopStartVm)
        ? "vm/" + vm.vm().name()
        : change.id().toString();
  }

  private Entry entry(List<Change> changes) {
    Telling first = changes.get(0).accept(new Tellings());
    return new Entry(
        sign(changes),
        first.subject(),
        first.details(),
        changes.stream().flatMap(change -> EntryWords.notes(change).stream()).toList(),
        changes.stream()
            .flatMap(change -> ChangeSentences.values(change).stream())
            .map(this::value)
            .toList(),
        outcome(changes));
  }

  /** What is made is new whatever else is done to it; what is made anew was there before. */
  private static Sign sign(List<Change> changes) {
    List<Sign> signs =
        changes.stream().map(change -> change.accept(new Tellings()).sign()).toList();
    if (signs.contains(Sign.ADD)) {
      return signs.contains(Sign.REMOVE) ? Sign.DISRUPT : Sign.ADD;
    }
    return signs.stream().max(Enum::compareTo).orElse(Sign.CHANGE);
  }

  Value value(FieldChange field) {
    return new Value(
        field.name(),
        field.shownOld(),
        field.shownNew(),
        field.effect().label(),
        field.origin().map(this::place));
  }

  private String place(Origin origin) {
    return origin
        .location()
        .map(where -> files.apply(where.file()) + ":" + where.line())
        .orElse(origin.layer().label());
  }

  /** The worst of what became of the changes counts, and their time together. */
  private Optional<PlanDiff.Outcome> outcome(List<Change> changes) {
    List<Outcome> known = new ArrayList<>();
    for (Change change : changes) {
      Optional.ofNullable(outcomes.get(change.id().value())).ifPresent(known::add);
    }
    if (known.isEmpty()) {
      return Optional.empty();
    }
    Outcome.Ending worst =
        Stream.of(Outcome.Ending.FAILED, Outcome.Ending.SKIPPED)
            .filter(ending -> known.stream().anyMatch(one -> one.ending() == ending))
            .findFirst()
            .orElse(Outcome.Ending.DONE);
    Duration took = known.stream().map(Outcome::took).reduce(Duration.ZERO, Duration::plus);
    return Optional.of(
        new PlanDiff.Outcome(
            worst.name().toLowerCase(Locale.ROOT),
            worst == Outcome.Ending.DONE
                ? String.format(Locale.ROOT, "in %.1f s", took.toMillis() / 1000.0)
                : ""));
  }
}
