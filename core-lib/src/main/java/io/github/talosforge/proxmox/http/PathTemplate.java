package io.github.talosforge.proxmox.http;

import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Paths with placeholders, such as {@code /nodes/{node}/qemu/{vmid}}. */
final class PathTemplate {
  private static final Pattern PLACEHOLDER = Pattern.compile("\\{[^{}]+}");

  private PathTemplate() {}

  /** Encodes everything but the unreserved characters of RFC 3986; a space is never a plus. */
  static String encode(String text) {
    StringBuilder encoded = new StringBuilder(text.length() + 8);
    for (byte octet : text.getBytes(StandardCharsets.UTF_8)) {
      char character = (char) (octet & 0xff);
      if (isUnreserved(character)) {
        encoded.append(character);
      } else {
        encoded.append('%').append(hexDigit(octet >> 4)).append(hexDigit(octet));
      }
    }
    return encoded.toString();
  }

  private static boolean isUnreserved(char character) {
    return (character >= 'a' && character <= 'z')
        || (character >= 'A' && character <= 'Z')
        || (character >= '0' && character <= '9')
        || "-._~".indexOf(character) >= 0;
  }

  private static char hexDigit(int value) {
    return "0123456789ABCDEF".charAt(value & 0xf);
  }

  static String fill(String template, Object... arguments) {
    Matcher matcher = PLACEHOLDER.matcher(template);
    StringBuilder path = new StringBuilder();
    int next = 0;
    while (matcher.find()) {
      if (next == arguments.length) {
        throw new IllegalArgumentException("too few arguments for " + template);
      }
      String argument = arguments[next++].toString();
      // An HTTP client would resolve dots, and the call would reach another path.
      if (argument.isEmpty() || argument.equals(".") || argument.equals("..")) {
        throw new IllegalArgumentException(
            "'" + argument + "' cannot be the " + matcher.group() + " of " + template);
      }
      matcher.appendReplacement(path, Matcher.quoteReplacement(encode(argument)));
    }
    if (next < arguments.length) {
      throw new IllegalArgumentException("too many arguments for " + template);
    }
    return matcher.appendTail(path).toString();
  }
}
