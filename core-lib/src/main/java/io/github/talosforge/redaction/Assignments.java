package io.github.talosforge.redaction;

import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Hides what is assigned to a secret name: {@code --password=…}, {@code --password …}, {@code
 * token: …} in YAML, JSON and sentences.
 */
final class Assignments {
  private static final String NAME = "(?<name>[A-Za-z_][\\w.\\[\\]/-]*)";

  /** What stands in a JSON text, in one that is quoted in another, in YAML or for a shell. */
  private static final String QUOTED =
      "\\\\\"(?:[^\"\\\\]|\\\\{4}|\\\\{3}\"|\\\\{2}|\\\\(?!\"))*+(?:\\\\?\")?"
          + "|\"(?:[^\"\\\\]|\\\\.)*+\"?"
          + "|\\\\?'(?:[^'\\\\]|\\\\.|'')*+'?";

  /** A document, of which each field is looked at. */
  private static final String OPENING = "|[{\\[(]++(?=\\\\?[\"'])";

  /** An argument, quotes within it included. */
  private static final String ARGUMENT =
      "(?:(?:"
          + QUOTED
          + ")(?:[^\\s\"'.,;:)\\]}>\\\\][^\\s\"']*)?"
          + OPENING
          + "|(?:[^\\s\"']|"
          + Quotes.WITHIN
          + ")++)";

  private static final Pattern EQUALS =
      Pattern.compile("(?<lead>" + NAME + "\\\\?[\"']?\\s?=>?\\s?)(?<value>" + ARGUMENT + ")");

  private static final Pattern OPTION =
      Pattern.compile(
          "(?<lead>(?<![\\w-])--?(?<name>[A-Za-z][\\w.-]*)(?:\\s+|[\"']\\s*,\\s*(?=[\"'])))"
              + "(?<value>(?!-(?:\\s|$))"
              + ARGUMENT
              + ")");

  /** A whole line of YAML: its value ends with it, or with a remark. */
  private static final Pattern LINE =
      Pattern.compile(
          "(?m)(?<lead>^[\\s~+>|-]*[\"']?"
              + NAME
              + "[\"']?\\s*:[ \\t]+)(?<value>\\S.*?)(?=\\s+# |$)");

  /** A field among others. */
  private static final Pattern FIELD =
      Pattern.compile(
          "(?<lead>[{\\[,(]\\s*\\\\?[\"']?"
              + NAME
              + "\\\\?[\"']?\\s*:\\s*)(?<value>"
              + QUOTED
              + OPENING
              + "|(?:[^,}\\]\\n\"']|"
              + Quotes.WITHIN
              + ")++)");

  private static final Pattern PROSE =
      Pattern.compile(
          "(?<lead>(?<![\\w./-])\\\\?[\"']?"
              + NAME
              + "\\\\?[\"']?(?<colon>\\s*:)\\s*)(?<value>"
              + ARGUMENT
              + ")");

  /** Ends of sentences and brackets, which are not the value's. */
  private static final Pattern TAIL = Pattern.compile("[.,;:)\\]}]+$");

  private static final Pattern WORD =
      Pattern.compile(
          "(?:a|an|any|at|authentication|can|cannot|could|does|expected|for|has|have|illegal|in|incorrect|invalid"
              + "|is|it|malformed|may|missing|must|no|none|not|of|only|property|required|should"
              + "|that|the|this|to|too|unable|unexpected|unknown|value|was|what|will|write|wrong)"
              + "(?:'[st])?[,.;:]?(?:\\s.*|$)");

  /** What servers say about the value of a parameter, which they name first. */
  private static final Pattern REFUSAL =
      Pattern.compile(
          "(?:value does not match|value may|value must|invalid format|property is|type check"
              + "|may not|must |is not |cannot |missing "
              + "|(?:(?:The|An?) (?:new |private |EC private )*(?:key|certificate|value|content)\\b.*"
              + "\\b(?:is not|is no|has|does not|could not|must|cannot)\\b))");

  /** Switches, placeholders, and the names of tokens, which Proxmox VE shows to everybody. */
  private static final Pattern PLAIN =
      Pattern.compile(
          "(?:[01]|true|false|yes|no|null|none|<[^>]*>|'?[\\w.-]+@[\\w-]+![\\w.-]+'?)"
              + "(?:[,;](?=[\\w-]+=)|[,;.)\\]}]*(?:\\s|$))");

  private Assignments() {}

  static String hide(String text, UnaryOperator<String> shown) {
    String hidden = text;
    if (text.indexOf('=') >= 0) {
      hidden = replace(EQUALS, hidden, shown, SecretNames::isSecret);
    }
    if (text.indexOf('-') >= 0) {
      hidden = replace(OPTION, hidden, shown, SecretNames::isSecret);
    }
    if (text.indexOf(':') >= 0) {
      hidden = replace(LINE, hidden, shown, SecretNames::isSecret);
      hidden = replace(FIELD, hidden, shown, SecretNames::isSecret);
      hidden = replace(PROSE, hidden, shown, SecretNames::isSecretInProse);
    }
    return hidden;
  }

  private interface Judge {
    boolean isSecret(String name);
  }

  private static String replace(
      Pattern form, String text, UnaryOperator<String> shown, Judge judge) {
    Matcher found = form.matcher(text);
    StringBuilder hidden = new StringBuilder();
    int from = 0;
    int next = 0;
    while (next <= text.length() && found.find(next)) {
      // The value of a harmless name may hold another assignment.
      next = found.start("value");
      if (judge.isSecret(found.group("name"))
          && !isHarmless(form, line(text, found.start("value")))) {
        hidden.append(text, from, found.start("value"));
        hidden.append(value(found.group("value"), shown));
        from = found.end();
        next = Math.max(from, next);
      }
      next = Math.max(next, found.start() + 1);
    }
    return hidden.append(text, from, text.length()).toString();
  }

  private static String line(String text, int start) {
    int end = text.indexOf('\n', start);
    return text.substring(start, end < 0 ? text.length() : end);
  }

  private static boolean isHarmless(Pattern form, String value) {
    return Marks.is(value.replaceFirst("^\\\\?[\"']", ""))
        || PLAIN.matcher(value).lookingAt()
        || (form == PROSE && WORD.matcher(value).matches())
        || (form != EQUALS && form != OPTION && REFUSAL.matcher(value).lookingAt());
  }

  private static String value(String value, UnaryOperator<String> shown) {
    Matcher tail = TAIL.matcher(value);
    String end = tail.find() ? tail.group() : "";
    String whole = value.substring(0, value.length() - end.length());
    return (whole.isEmpty() ? "" : shown.apply(whole)) + end;
  }
}
