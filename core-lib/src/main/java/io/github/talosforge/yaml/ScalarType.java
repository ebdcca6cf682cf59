package io.github.talosforge.yaml;

import java.util.Set;
import java.util.regex.Pattern;

/** What a single value stands for, as Go's YAML reader decides. */
public enum ScalarType {
  /** Text. */
  TEXT,
  /** A whole number. */
  INTEGER,
  /** Any other number. */
  FLOAT,
  /** True or false. */
  FLAG,
  /** A date, with or without a time. */
  TIMESTAMP,
  /** Nothing. */
  NULL;

  private static final Set<String> FLAGS =
      Set.of("true", "True", "TRUE", "false", "False", "FALSE");
  private static final Set<String> NULLS = Set.of("", "~", "null", "Null", "NULL");
  private static final Pattern NOT_FINITE =
      Pattern.compile("\\.(nan|NaN|NAN)|[-+]?\\.(inf|Inf|INF)");
  private static final Pattern WHOLE =
      Pattern.compile("[-+]?(0[xX][0-9a-fA-F]+|0[oO]?[0-7]+|0[bB][01]+|0|[1-9][0-9]*)");
  private static final Pattern DECIMAL =
      Pattern.compile("[-+]?(\\.[0-9]+|[0-9]+(\\.[0-9]*)?)([eE][-+]?[0-9]+)?");
  private static final Pattern DATE =
      Pattern.compile(
          "[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}"
              + "(([Tt]| )[0-9]{1,2}:[0-9]{1,2}:[0-9]{1,2}(\\.[0-9]+)?(Z|[-+][0-9]{2}:[0-9]{2})?)?");

  /** Tells what a text without quotes stands for. */
  static ScalarType ofPlain(String text) {
    if (NULLS.contains(text)) {
      return NULL;
    }
    if (FLAGS.contains(text)) {
      return FLAG;
    }
    if (DATE.matcher(text).matches()) {
      return TIMESTAMP;
    }
    String digits = text.replace("_", "");
    if (!text.startsWith("_") && WHOLE.matcher(digits).matches()) {
      return INTEGER;
    }
    boolean number = DECIMAL.matcher(digits).matches() || NOT_FINITE.matcher(text).matches();
    return number && !text.startsWith("_") ? FLOAT : TEXT;
  }
}
