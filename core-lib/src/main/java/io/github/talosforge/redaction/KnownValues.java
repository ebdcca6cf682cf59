package io.github.talosforge.redaction;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Secrets that somebody holds, in all the forms in which they could come back in a text. */
final class KnownValues {
  /** Shorter texts would hide ordinary words. */
  private static final int SHORTEST = 4;

  /** Shorter texts are looked for as whole words. */
  private static final int SHORTEST_WITHIN_WORDS = 6;

  /** A line of a key; shorter ones are its frame. */
  private static final int SHORTEST_LINE = 16;

  /** Each secret with its forms. */
  private final Map<String, Set<String>> known = new ConcurrentHashMap<>();

  void learn(String secret) {
    String value = secret.strip();
    if (value.length() >= SHORTEST) {
      known.computeIfAbsent(value, KnownValues::forms);
    }
  }

  void forget(String secret) {
    known.remove(secret.strip());
  }

  String hide(String text, UnaryOperator<String> shown) {
    if (known.isEmpty() || text.length() < SHORTEST) {
      return text;
    }
    List<String> found =
        known.values().stream()
            .flatMap(Set::stream)
            .filter(text::contains)
            .distinct()
            // A short one may be a part of a long one.
            .sorted(Comparator.comparingInt(String::length).reversed())
            .toList();
    String hidden = text;
    for (String form : found) {
      hidden = replace(hidden, form, shown.apply(form));
    }
    return hidden;
  }

  private static String replace(String text, String form, String shown) {
    return form.length() >= SHORTEST_WITHIN_WORDS
        ? text.replace(form, shown)
        : Pattern.compile("(?<![A-Za-z0-9])" + Pattern.quote(form) + "(?![A-Za-z0-9])")
            .matcher(text)
            .replaceAll(Matcher.quoteReplacement(shown));
  }

  private static Set<String> forms(String secret) {
    Set<String> forms = new HashSet<>(Set.of(secret));
    byte[] bytes = secret.getBytes(StandardCharsets.UTF_8);
    forms.add(Base64.getEncoder().withoutPadding().encodeToString(bytes));
    forms.add(URLEncoder.encode(secret, StandardCharsets.UTF_8));
    forms.add(secret.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n"));
    addLines(secret, forms);
    decoded(secret, forms);
    return forms;
  }

  /** Keys stand in the bundle as the base64 of a text; servers and logs quote the text. */
  private static void decoded(String secret, Set<String> forms) {
    try {
      byte[] bytes = Base64.getDecoder().decode(secret);
      String text = new String(bytes, StandardCharsets.UTF_8);
      if (bytes.length >= SHORTEST_LINE && text.chars().allMatch(KnownValues::isText)) {
        forms.add(text.strip());
        addLines(text, forms);
      }
    } catch (IllegalArgumentException notBase64) {
      forms.remove("");
    }
  }

  private static void addLines(String text, Set<String> forms) {
    if (text.indexOf('\n') >= 0) {
      text.lines()
          .map(String::strip)
          .filter(line -> line.length() >= SHORTEST_LINE && !line.startsWith("-----"))
          .forEach(forms::add);
    }
  }

  private static boolean isText(int character) {
    return character == '\n' || character == '\r' || (character >= ' ' && character < 0x7f);
  }
}
