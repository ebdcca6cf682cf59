package io.github.talosforge.plan;

import java.util.List;

/**
 * What a change does beside giving values, in sentences that have its VM or rule as their subject.
 * The plan on the terminal and the report say the same.
 */
public final class ChangeSentences {
  /**
   * A sentence.
   *
   * @param text the words, without a subject
   * @param drastic whether something stands still or is gone then
   */
  public record Sentence(String text, boolean drastic) {
    static Sentence plain(String text) {
      return new Sentence(text, false);
    }

    static Sentence drastic(String text) {
      return new Sentence(text, true);
    }
  }

  private ChangeSentences() {}

  /**
   * Says what a change does.
   *
   * @param change the change
   * @return the sentences; empty if its values say everything
   */
  public static List<Sentence> of(Change change) {
    return change.accept(new Sayings()).sentences();
  }

  /**
   * Says what a change gives.
   *
   * @param change the change
   * @return the values; empty if its sentences say everything
   */
  public static List<FieldChange> values(Change change) {
    return change.accept(new Sayings()).values();
  }
}
