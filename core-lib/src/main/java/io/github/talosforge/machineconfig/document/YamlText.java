package io.github.talosforge.machineconfig.document;

import io.github.talosforge.model.FreeYaml;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Writes YAML that every reader takes for the same values, whatever version of YAML it knows. */
final class YamlText {
  private static final int STEP = 4;

  /** Texts that no reader takes for anything else, whatever stands around them. */
  private static final Pattern PLAIN =
      Pattern.compile(
          "[A-Za-z/][A-Za-z0-9/_.@+=-]*(:[A-Za-z0-9/_.@+=-]+)*"
              + "|[0-9]{1,3}([.][0-9]{1,3}){3}(/[0-9]{1,2})?");

  private static final Pattern PRINTABLE =
      Pattern.compile("[\\x20-\\x7e\\xa0-\\u2027\\u202a-\\ud7ff]*");
  private static final Pattern BLOCK =
      Pattern.compile(
          "[\\x21-\\x7e\\xa0-\\u2027\\u202a-\\ud7ff][\\n\\x20-\\x7e\\xa0-\\u2027\\u202a-\\ud7ff]*");
  private static final Pattern TRAILING_BLANK = Pattern.compile("(?m)[ ]+$");
  private static final Set<String> RESERVED =
      Set.of("y", "n", "yes", "no", "on", "off", "true", "false", "null");

  private final StringBuilder out = new StringBuilder();

  private YamlText() {}

  static String of(FreeYaml.Mapping document) {
    YamlText text = new YamlText();
    if (document.fields().isEmpty()) {
      return "{}\n";
    }
    text.mapping(document, 0, false);
    return text.out.toString();
  }

  /** The first key of a map in a list stands behind the dash. */
  private void mapping(FreeYaml.Mapping mapping, int indent, boolean inline) {
    boolean behindDash = inline;
    for (Map.Entry<String, FreeYaml> field : mapping.fields().entrySet()) {
      if (!behindDash) {
        out.append(" ".repeat(indent));
      }
      behindDash = false;
      out.append(scalar(field.getKey())).append(':');
      value(field.getValue(), indent);
    }
  }

  private void value(FreeYaml value, int indent) {
    if (value instanceof FreeYaml.Mapping map && !map.fields().isEmpty()) {
      out.append('\n');
      mapping(map, indent + STEP, false);
    } else if (value instanceof FreeYaml.Sequence list && !list.items().isEmpty()) {
      out.append('\n');
      sequence(list.items(), indent + STEP);
    } else {
      out.append(' ');
      leaf(value, indent + STEP);
    }
  }

  private void sequence(List<FreeYaml> items, int indent) {
    for (FreeYaml item : items) {
      out.append(" ".repeat(indent)).append('-');
      if (item instanceof FreeYaml.Mapping map && !map.fields().isEmpty()) {
        out.append(' ');
        mapping(map, indent + 2, true);
      } else if (item instanceof FreeYaml.Sequence list && !list.items().isEmpty()) {
        out.append('\n');
        sequence(list.items(), indent + STEP);
      } else {
        out.append(' ');
        leaf(item, indent + STEP);
      }
    }
  }

  private void leaf(FreeYaml value, int indent) {
    if (value instanceof FreeYaml.Mapping) {
      out.append("{}\n");
    } else if (value instanceof FreeYaml.Sequence) {
      out.append("[]\n");
    } else if (value instanceof FreeYaml.Scalar scalar) {
      scalar(scalar, indent);
    }
  }

  private void scalar(FreeYaml.Scalar scalar, int indent) {
    switch (scalar.kind()) {
      case NULL -> out.append("null\n");
      case NUMBER, FLAG -> out.append(scalar.text()).append('\n');
      case TEXT -> text(scalar.text(), indent);
    }
  }

  private void text(String text, int indent) {
    if (text.indexOf('\n') >= 0
        && BLOCK.matcher(text).matches()
        && !TRAILING_BLANK.matcher(text).find()) {
      block(text, indent);
    } else {
      out.append(scalar(text)).append('\n');
    }
  }

  private void block(String text, int indent) {
    boolean ended = text.endsWith("\n");
    out.append(!ended ? "|-" : text.endsWith("\n\n") ? "|+" : "|").append('\n');
    String body = ended ? text.substring(0, text.length() - 1) : text;
    for (String line : body.split("\n", -1)) {
      out.append(line.isEmpty() ? "" : " ".repeat(indent) + line).append('\n');
    }
  }

  private static String scalar(String text) {
    if (PLAIN.matcher(text).matches() && !RESERVED.contains(text.toLowerCase(Locale.ROOT))) {
      return text;
    }
    return PRINTABLE.matcher(text).matches()
        ? "'" + text.replace("'", "''") + "'"
        : '"' + escaped(text) + '"';
  }

  private static String escaped(String text) {
    StringBuilder escaped = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"', '\\' -> escaped.append('\\').append(c);
        case '\n' -> escaped.append("\\n");
        case '\t' -> escaped.append("\\t");
        default -> append(escaped, c);
      }
    }
    return escaped.toString();
  }

  /** Halves of characters beyond the first plane stay as they are: together they are printable. */
  private static void append(StringBuilder escaped, char c) {
    if (Character.isSurrogate(c) || PRINTABLE.matcher(Character.toString(c)).matches()) {
      escaped.append(c);
    } else {
      escaped.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
    }
  }
}
