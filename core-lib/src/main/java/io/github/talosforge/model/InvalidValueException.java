package io.github.talosforge.model;

import java.io.Serial;

/** A text or number that is not a value of the kind it was given for. */
public final class InvalidValueException extends IllegalArgumentException {
  @Serial private static final long serialVersionUID = 1L;

  private final String kind;
  private final String expected;
  private final String found;

  /**
   * States what was found and what was expected.
   *
   * @param kind the kind of value with its article, such as "a VM id"
   * @param expected the grammar in words, such as "a whole number from 100 to 999999999"
   * @param found the text as the user wrote it
   */
  public InvalidValueException(String kind, String expected, String found) {
    super("'" + found + "' is not " + kind + ": expected " + expected);
    this.kind = kind;
    this.expected = expected;
    this.found = found;
  }

  /** Returns the kind of value with its article. */
  public String kind() {
    return kind;
  }

  /** Returns the grammar in words. */
  public String expected() {
    return expected;
  }

  /** Returns the text as the user wrote it. */
  public String found() {
    return found;
  }
}
