package io.github.talosforge.model;

import io.github.talosforge.redaction.Redaction;
import java.io.Serial;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A text or number that is not a value of the kind it was given for. */
public final class InvalidValueException extends IllegalArgumentException {
  @Serial private static final long serialVersionUID = 1L;

  private final String kind;
  private final String expected;
  private final String found;
  private final @Nullable String form;

  /**
   * States what was found and what was expected.
   *
   * @param kind the kind of value with its article, such as "a VM id"
   * @param expected the grammar in words, such as "a whole number from 100 to 999999999"
   * @param found the text as the user wrote it
   */
  public InvalidValueException(String kind, String expected, String found) {
    this(kind, expected, found, null);
  }

  /**
   * States what was found and what was expected, also as a regular expression.
   *
   * @param kind the kind of value with its article
   * @param expected the grammar in words
   * @param found the text as the user wrote it
   * @param form what the whole text has to match, or null when that does not say it
   */
  public InvalidValueException(String kind, String expected, String found, @Nullable String form) {
    super(Redaction.byForm("'" + found + "' is not " + kind + ": expected " + expected));
    this.kind = kind;
    this.expected = expected;
    this.found = found;
    this.form = form;
  }

  /** Returns the kind of value with its article. */
  public String kind() {
    return kind;
  }

  /** Returns the grammar in words. */
  public String expected() {
    return expected;
  }

  /** Returns what the whole text has to match, where that is how the grammar is given. */
  public Optional<String> form() {
    return Optional.ofNullable(form);
  }

  /** Returns the text as the user wrote it. */
  public String found() {
    return found;
  }
}
