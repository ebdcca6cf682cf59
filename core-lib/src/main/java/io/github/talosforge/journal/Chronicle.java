package io.github.talosforge.journal;

import io.github.talosforge.apply.Outcome;
import io.github.talosforge.plan.Change;
import io.github.talosforge.plan.ChangeId;
import io.github.talosforge.report.TimeLine;
import io.github.talosforge.report.TimeLine.Kind;
import io.github.talosforge.report.TimeLine.Lane;
import io.github.talosforge.report.TimeLine.Span;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What happened when, in lanes; for one thread at a time. */
final class Chronicle {
  /** Shorter waits are nobody's concern. */
  private static final Duration NOTEWORTHY = Duration.ofMillis(50);

  /** What happens during something longer, such as a drain during a restart, comes after it. */
  private static final Comparator<Span> ORDER =
      Comparator.comparing(Span::from).thenComparing(Span::to, Comparator.reverseOrder());

  private record Ended(Instant at, String subject) {}

  private record Open(Kind kind, String words, Instant since) {}

  private final Instant begun;
  private final Map<String, List<Span>> lanes = new LinkedHashMap<>();
  private final Map<ChangeId, Instant> running = new HashMap<>();
  private final Map<ChangeId, Ended> ended = new HashMap<>();
  private final Map<String, Open> open = new HashMap<>();
  private Instant round;

  Chronicle(Instant begun) {
    this.begun = begun;
    this.round = begun;
  }

  /** A plan begins to be carried out: until now nobody waited for anything. */
  void round(Instant now) {
    round = now;
  }

  void begins(Change change, Instant now) {
    running.put(change.id(), now);
    String subject = ChangeWords.subject(change);
    settle(subject, now);
    Ended last = lastBefore(change);
    Instant ready = last == null ? round : last.at();
    if (last != null && !last.subject().equals(subject)) {
      waited(subject, "waits for " + last.subject(), round, ready);
    }
    waited(subject, "waits for its turn", ready, now);
  }

  private @Nullable Ended lastBefore(Change change) {
    return change.dependencies().stream()
        .map(ended::get)
        .filter(end -> end != null && end.at().isAfter(round))
        .max((one, other) -> one.at().compareTo(other.at()))
        .orElse(null);
  }

  private void waited(String subject, String words, Instant from, Instant to) {
    if (Duration.between(from, to).compareTo(NOTEWORTHY) >= 0) {
      add(subject, Kind.WAIT, words, from, to);
    }
  }

  void ends(Outcome outcome, Instant now) {
    Change change = outcome.change();
    String subject = ChangeWords.subject(change);
    settle(subject, now);
    Instant since = running.getOrDefault(change.id(), now);
    String what = ChangeWords.of(change).replaceFirst("^[^:]*: ", "");
    switch (outcome.ending()) {
      case DONE -> add(subject, Kind.WORK, what, since, now);
      case FAILED -> add(subject, Kind.FAILED, told(what, outcome), since, now);
      case SKIPPED -> add(subject, Kind.WAIT, "not done: " + told(what, outcome), since, now);
    }
    ended.put(change.id(), new Ended(now, subject));
  }

  private static String told(String what, Outcome outcome) {
    return outcome.reason().map(reason -> what + "\n" + reason).orElse(what);
  }

  void notes(String subject, String words, Instant now) {
    add(subject, Kind.SEEN, words, now, now);
  }

  /** Something goes on from now until something else is said of the same subject. */
  void goesOn(String subject, Kind kind, String words, Instant now) {
    Open earlier = open.get(subject);
    if (earlier == null || !earlier.words().equals(words)) {
      settle(subject, now);
      open.put(subject, new Open(kind, words, now));
    }
  }

  /** Nothing goes on any more. */
  void settle(Instant now) {
    List.copyOf(open.keySet()).forEach(subject -> settle(subject, now));
  }

  private void settle(String subject, Instant now) {
    Open ending = open.remove(subject);
    if (ending != null) {
      add(subject, ending.kind(), ending.words(), ending.since(), now);
    }
  }

  private void add(String subject, Kind kind, String words, Instant from, Instant to) {
    lanes
        .computeIfAbsent(subject, unused -> new ArrayList<>())
        .add(new Span(kind, words, Duration.between(begun, from), Duration.between(begun, to)));
  }

  TimeLine timeLine(Instant now) {
    return new TimeLine(
        Duration.between(begun, now),
        lanes.entrySet().stream()
            .map(lane -> new Lane(lane.getKey(), lane.getValue().stream().sorted(ORDER).toList()))
            .toList());
  }
}
