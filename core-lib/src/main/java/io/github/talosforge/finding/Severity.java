package io.github.talosforge.finding;

/** How much a finding matters, gravest first. */
public enum Severity {
  /** Nothing may be done with the files until this is repaired. */
  ERROR("error"),
  /** The files can be used, yet the result is probably not what is wanted. */
  WARNING("warning"),
  /** Something worth knowing, such as a value that was chosen and can be pinned. */
  NOTE("note");

  private final String label;

  Severity(String label) {
    this.label = label;
  }

  /** Returns the word that reports print. */
  public String label() {
    return label;
  }
}
