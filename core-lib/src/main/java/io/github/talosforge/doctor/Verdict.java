package io.github.talosforge.doctor;

import java.util.Locale;

/** What a line comes to. */
public enum Verdict {
  /** As it should be. */
  FINE("[ok]"),
  /** Worth knowing; the first run does not stop at it. */
  NOTICE("[ !]"),
  /** The first run would stop at it. */
  PROBLEM("[--]"),
  /** Nobody can say: these credentials may not look, or what would tell does not answer. */
  UNKNOWN("[ ?]");

  private final String sign;

  Verdict(String sign) {
    this.sign = sign;
  }

  /** Returns the sign before a line. */
  public String sign() {
    return sign;
  }

  /** Returns the word for programs. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
