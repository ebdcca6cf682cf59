package io.github.talosforge.report;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What differed between the files and the live system when the run began.
 *
 * @param conclusion the whole in one sentence
 * @param entries what had to be done, in order
 * @param pins lines that keep what was chosen, if the user writes them
 */
public record PlanDiff(String conclusion, List<Entry> entries, List<String> pins) {
  /** Keeps own copies of the lists. */
  public PlanDiff {
    entries = List.copyOf(entries);
    pins = List.copyOf(pins);
  }

  /**
   * One thing that had to be done.
   *
   * @param sign in which direction
   * @param subject what it is about
   * @param details the VM, or what else tells the subject from others
   * @param notes what is done, in words
   * @param values the values that change
   * @param outcome what became of it, absent when it was not tried
   */
  public record Entry(
      Sign sign,
      String subject,
      String details,
      List<String> notes,
      List<Value> values,
      Optional<Outcome> outcome) {
    /** Keeps own copies of the lists. */
    public Entry {
      notes = List.copyOf(notes);
      values = List.copyOf(values);
    }
  }

  /**
   * A value that changes.
   *
   * @param name the key
   * @param before the value in force, absent when there is none
   * @param after the value wanted, absent when it is taken away
   * @param effect when it takes effect
   * @param origin who wants it, in words
   */
  public record Value(
      String name,
      Optional<String> before,
      Optional<String> after,
      String effect,
      Optional<String> origin) {}

  /**
   * What became of something.
   *
   * @param ending {@code done}, {@code failed} or {@code skipped}
   * @param words how long it took, or why it was not done
   */
  public record Outcome(String ending, String words) {}

  /** In which direction something changes. */
  public enum Sign {
    /** It is made. */
    ADD("+", "is made"),
    /** It is changed. */
    CHANGE("~", "changes"),
    /** It is removed. */
    REMOVE("−", "is removed"),
    /** It is interrupted. */
    DISRUPT("!", "is interrupted");

    private final String mark;
    private final String words;

    Sign(String mark, String words) {
      this.mark = mark;
      this.words = words;
    }

    String mark() {
      return mark;
    }

    String words() {
      return words;
    }

    String style() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
