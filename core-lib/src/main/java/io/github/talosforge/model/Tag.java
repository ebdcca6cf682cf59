package io.github.talosforge.model;

import java.util.Locale;

/**
 * A tag of a VM, in the lower case that Proxmox VE stores it in.
 *
 * @param value the tag
 */
public record Tag(String value) implements Comparable<Tag> {
  private static final Grammar GRAMMAR =
      Grammar.of(
          "a tag",
          "letters, digits, '_', '-', '+' and '.', beginning with a letter, a digit or '_'",
          "[a-z0-9_][a-z0-9_+.-]*");
  private static final String TYPED = "[A-Za-z0-9_][A-Za-z0-9_+.-]*";

  /** Checks the form of the tag. */
  public Tag {
    GRAMMAR.check(value);
  }

  /** Reads a tag such as {@code kubernetes}; upper case becomes lower case. */
  public static Tag of(String text) {
    String lower = text.toLowerCase(Locale.ROOT);
    if (!GRAMMAR.pattern().matcher(lower).matches()) {
      throw GRAMMAR.invalid(text, TYPED);
    }
    return new Tag(lower);
  }

  @Override
  public int compareTo(Tag other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
