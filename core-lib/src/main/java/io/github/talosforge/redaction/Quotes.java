package io.github.talosforge.redaction;

/** Quotes in the middle of a word, which may be a secret's, and those that end one. */
final class Quotes {
  /** Quotes behind which the word goes on, as no sentence, list or element would. */
  static final String WITHIN = "[\"']++(?![.,;:)\\]}>]*+(?:\\s|$)|/?>|[,:\\[\\]{}]*+\\\\?[\"'])";

  private Quotes() {}
}
