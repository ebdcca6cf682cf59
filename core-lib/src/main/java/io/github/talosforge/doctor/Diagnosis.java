package io.github.talosforge.doctor;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Whether a Proxmox cluster is fit for what the files want.
 *
 * @param lines what is said about each thing, by topic
 */
public record Diagnosis(List<Line> lines) {
  /** Keeps an own copy, by topic; within a topic the order stays. */
  public Diagnosis {
    lines = lines.stream().sorted(Comparator.comparing(Line::topic)).toList();
  }

  /** Tells whether nothing is known that would stop the first run. */
  public boolean isReady() {
    return with(Verdict.PROBLEM).findAny().isEmpty();
  }

  /** Returns the lines that come to something. */
  public Stream<Line> with(Verdict verdict) {
    return lines.stream().filter(line -> line.verdict() == verdict);
  }

  /** Returns how many lines come to something. */
  public long count(Verdict verdict) {
    return with(verdict).count();
  }
}
