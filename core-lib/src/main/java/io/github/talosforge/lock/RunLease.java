package io.github.talosforge.lock;

import io.github.talosforge.kubernetes.ObjectKind;
import io.github.talosforge.kubernetes.ObjectPlace;
import io.github.talosforge.kubernetes.ObjectTree;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/**
 * The Lease of a cluster, as somebody wrote it.
 *
 * @param object the object
 */
record RunLease(ObjectTree object) {
  static final ObjectPlace PLACE = new ObjectPlace(ObjectKind.LEASE, "kube-system", "talosforge");

  /** How long a run may be silent before another takes its place. */
  static final Duration DURATION = Duration.ofSeconds(60);

  private static final Duration LONGEST = Duration.ofMinutes(10);
  private static final String OPERATION = "talosforge.github.io/operation";
  private static final String SPEC = "spec";
  private static final String HOLDER = "holderIdentity";
  private static final String TRANSITIONS = "leaseTransitions";
  private static final String RENEWED = "renewTime";
  private static final String ACQUIRED = "acquireTime";
  private static final DateTimeFormatter MICROSECONDS =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);

  static RunLease first(Holder holder) {
    return new RunLease(ObjectTree.at(PLACE)).of(holder, 0);
  }

  /** The same object with another holder. */
  RunLease takenBy(Holder holder) {
    return of(holder, number(TRANSITIONS) + 1);
  }

  private RunLease of(Holder holder, long transitions) {
    String now = now();
    return new RunLease(
        object
            .with(holder.operation(), "metadata", "annotations", OPERATION)
            .with(holder.identity(), SPEC, HOLDER)
            .with(DURATION.toSeconds(), SPEC, "leaseDurationSeconds")
            .with(transitions, SPEC, TRANSITIONS)
            .with(now, SPEC, ACQUIRED)
            .with(now, SPEC, RENEWED));
  }

  RunLease renewed() {
    return new RunLease(object.with(now(), SPEC, RENEWED));
  }

  private static String now() {
    return MICROSECONDS.format(Instant.now());
  }

  private long number(String field) {
    return object
        .text(SPEC, field)
        .filter(text -> text.matches("[0-9]{1,9}"))
        .map(Long::parseLong)
        .orElse(0L);
  }

  private String holder() {
    return object.text(SPEC, HOLDER).orElse("");
  }

  boolean isFree() {
    return holder().isEmpty();
  }

  boolean isOf(Holder holder) {
    return holder().equals(holder.identity());
  }

  /** How long it holds without a sign of its holder, as its holder meant it. */
  Duration duration() {
    Duration said = Duration.ofSeconds(number("leaseDurationSeconds"));
    return said.isZero() || said.compareTo(LONGEST) > 0 ? DURATION : said;
  }

  /** Who has it, what he does, and since when, in his own words and by his own clock. */
  String words() {
    String who = holder().replaceFirst(" [0-9a-f]{8}$", "");
    return object.text("metadata", "annotations", OPERATION).orElse("a run")
        + " by "
        + who
        + object
            .text(SPEC, ACQUIRED)
            .map(since -> ", since " + since.replaceFirst("\\.[0-9]+Z$", "Z") + " by its clock")
            .orElse("");
  }
}
