package io.github.talosforge.report;

import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * What happened when.
 *
 * @param length how long the run took
 * @param lanes one lane for everything that something happened to
 */
public record TimeLine(Duration length, List<Lane> lanes) {
  /** Keeps an own copy of the list. */
  public TimeLine {
    lanes = List.copyOf(lanes);
  }

  /**
   * What happened to one thing.
   *
   * @param subject the node, template or image, or the cluster as a whole
   * @param spans what happened, in the order of time
   */
  public record Lane(String subject, List<Span> spans) {
    /** Keeps an own copy of the list. */
    public Lane {
      spans = List.copyOf(spans);
    }

    boolean failed() {
      return spans.stream().anyMatch(span -> span.kind() == Kind.FAILED);
    }
  }

  /**
   * Something that took a while.
   *
   * @param kind of which sort
   * @param words what
   * @param from when it began, counted from the beginning of the run
   * @param to when it ended
   */
  public record Span(Kind kind, String words, Duration from, Duration to) {
    Duration took() {
      return to.minus(from);
    }
  }

  /** Sorts of time. */
  public enum Kind {
    /** Something was done. */
    WORK("work"),
    /** It had to wait for something else. */
    WAIT("wait"),
    /** What was seen of a machine, until something else was seen. */
    SEEN("seen"),
    /** What was tried and failed. */
    FAILED("failed");

    private final String label;

    Kind(String label) {
      this.label = label;
    }

    String label() {
      return label;
    }

    String style() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
