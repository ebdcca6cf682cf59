package io.github.talosforge.yaml;

import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.yaml.snakeyaml.nodes.NodeId;
import org.yaml.snakeyaml.nodes.Tag;
import org.yaml.snakeyaml.resolver.Resolver;

/** Single values as YAML text, quoted only where they would be taken for something else. */
final class ScalarText {
  /** What every reader takes as it stands, in the block style. */
  private static final Pattern BARE =
      Pattern.compile(
          "-{0,2}[A-Za-z0-9/_+.][A-Za-z0-9/_+.=@,;()$^~<>|\\[\\]{}!&*%?-]*"
              + "([ :][A-Za-z0-9/_+.=@,;()$^~<>|\\[\\]{}!&*%?-]+)*");

  /** Lines that a block holds as they stand, the first of which gives away the indentation. */
  private static final Pattern BLOCK =
      Pattern.compile("[\\x21-\\x7e][\\x20-\\x7e]*(\\n[\\x20-\\x7e]+)*\\n?");

  private static final Resolver RESOLVER = new Resolver();

  private ScalarText() {}

  /** A merge key must stay bare to keep its meaning. */
  static String key(String key) {
    return isBare(key) || key.equals("<<") ? key : quoted(key);
  }

  static String value(YamlScalar scalar, int column) {
    String text = scalar.text();
    if (isBare(text) || (scalar.plain() && scalar.type() != ScalarType.TEXT)) {
      return text;
    }
    if (scalar.plain() && BARE.matcher(text).matches()) {
      return text;
    }
    return text.indexOf('\n') >= 0 && BLOCK.matcher(text).matches()
        ? block(text, column)
        : quoted(text);
  }

  /** Both the readers of YAML 1.1 and Go's must take the text for text. */
  private static boolean isBare(String text) {
    return BARE.matcher(text).matches()
        && ScalarType.ofPlain(text) == ScalarType.TEXT
        && RESOLVER.resolve(NodeId.scalar, text, /* implicit= */ true).equals(Tag.STR);
  }

  private static String block(String text, int column) {
    String indent = "\n" + " ".repeat(column);
    String header = text.endsWith("\n") ? "|" : "|-";
    return header + text.lines().map(line -> indent + line).collect(Collectors.joining());
  }

  private static String quoted(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    text.chars().forEach(letter -> append(quoted, (char) letter));
    return quoted.append('"').toString();
  }

  private static void append(StringBuilder quoted, char letter) {
    switch (letter) {
      case '"' -> quoted.append("\\\"");
      case '\\' -> quoted.append("\\\\");
      case '\n' -> quoted.append("\\n");
      case '\t' -> quoted.append("\\t");
      case '\r' -> quoted.append("\\r");
      default -> {
        boolean shown = letter >= ' ' && letter != 0x7f && !isSpecial(letter);
        quoted.append(
            shown ? String.valueOf(letter) : String.format(Locale.ROOT, "\\u%04x", (int) letter));
      }
    }
  }

  /** Control letters, line ends and byte order marks beyond ASCII. */
  private static boolean isSpecial(char letter) {
    return (letter >= 0x80 && letter < 0xa0)
        || letter == 0x2028
        || letter == 0x2029
        || letter == 0xfeff;
  }
}
