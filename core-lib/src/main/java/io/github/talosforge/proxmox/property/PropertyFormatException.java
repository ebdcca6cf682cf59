package io.github.talosforge.proxmox.property;

import io.github.talosforge.redaction.Redaction;

/** A text that is no value of its property; the message names the fault and the grammar. */
public final class PropertyFormatException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  private final String property;
  private final String text;
  private final String grammar;

  PropertyFormatException(String property, String text, String problem, String grammar) {
    super(Redaction.byForm(property + " '" + text + "': " + problem + "; expected " + grammar));
    this.property = property;
    this.text = text;
    this.grammar = grammar;
  }

  /** Returns the kind of property that was read, such as {@code net}. */
  public String property() {
    return property;
  }

  /** Returns the text that could not be read. */
  public String text() {
    return text;
  }

  /** Returns the grammar that the text had to follow. */
  public String grammar() {
    return grammar;
  }
}
