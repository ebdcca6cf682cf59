package io.github.talosforge.allocation;

/** Whole numbers from the first to the last, both included; empty when the last is smaller. */
record NumberRange(long first, long last) {

  long size() {
    return Math.max(0, last - first + 1);
  }

  boolean contains(long number) {
    return first <= number && number <= last;
  }

  boolean overlaps(NumberRange other) {
    return first <= other.last && other.first <= last;
  }
}
