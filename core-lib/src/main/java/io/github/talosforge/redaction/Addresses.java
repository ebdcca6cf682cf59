package io.github.talosforge.redaction;

import java.util.Arrays;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Hides who a URL says that it is, and what it asks for; where it leads stays readable. */
final class Addresses {
  private static final Pattern URL =
      Pattern.compile(
          "(?<scheme>\\b[A-Za-z][A-Za-z0-9+.-]{0,20}://)"
              // A password may hold what ends an address elsewhere.
              + "(?<rest>(?:[^\\s\"'<>`]|"
              + Quotes.WITHIN
              + "|[<>`](?=[^\\s/?#]{0,256}@))++)");

  private static final Pattern PORT = Pattern.compile(":[0-9]{1,5}$");

  private Addresses() {}

  static String hide(String text, UnaryOperator<String> shown) {
    return text.contains("://")
        ? URL.matcher(text)
            .replaceAll(
                found ->
                    Matcher.quoteReplacement(
                        ((Matcher) found).group("scheme")
                            + rest(((Matcher) found).group("rest"), shown)))
        : text;
  }

  private static String rest(String rest, UnaryOperator<String> shown) {
    String place = withoutUser(rest, shown);
    int fragment = place.indexOf('#');
    String tail = fragment < 0 ? "" : fragment(place.substring(fragment + 1), shown);
    String whole = fragment < 0 ? place : place.substring(0, fragment);
    int query = whole.indexOf('?');
    return query < 0
        ? whole + tail
        : whole.substring(0, query + 1) + pairs(whole.substring(query + 1), shown) + tail;
  }

  /** A password may hold what ends a host. */
  private static String withoutUser(String rest, UnaryOperator<String> shown) {
    int end = end(rest);
    int at = rest.lastIndexOf('@', end);
    boolean broken = at < 0 && hasPassword(rest.substring(0, end));
    int last = broken ? rest.lastIndexOf('@') : at;
    return last <= 0 || Marks.is(rest.substring(0, last))
        ? rest
        : shown.apply(rest.substring(0, last)) + rest.substring(last);
  }

  private static boolean hasPassword(String authority) {
    return authority.indexOf(':') >= 0
        && authority.indexOf('[') < 0
        && !PORT.matcher(authority).find();
  }

  private static int end(String rest) {
    for (int i = 0; i < rest.length(); i++) {
      if ("/?#".indexOf(rest.charAt(i)) >= 0) {
        return i;
      }
    }
    return rest.length();
  }

  private static String pairs(String query, UnaryOperator<String> shown) {
    return Arrays.stream(query.split("&", -1))
        .map(pair -> pair(pair, shown))
        .collect(Collectors.joining("&"));
  }

  private static String pair(String pair, UnaryOperator<String> shown) {
    int equals = pair.indexOf('=');
    String value = pair.substring(equals + 1);
    return value.isEmpty() || Marks.is(value)
        ? pair
        : pair.substring(0, equals + 1) + shown.apply(value);
  }

  /** Most lead to a place of a page. */
  private static String fragment(String fragment, UnaryOperator<String> shown) {
    return "#" + (fragment.indexOf('=') < 0 ? fragment : pairs(fragment, shown));
  }
}
