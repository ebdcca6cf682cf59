package io.github.talosforge.simulator.schema;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads {@code BASE [MIN..MAX] [(one|of|these)] [/pattern/] [:format]}. */
final class TypeParser {
  private static final Pattern RANGE = Pattern.compile("(\\d*)\\.\\.(\\d*)");
  private static final Pattern INDEXED = Pattern.compile("(.+)\\[(\\d+)\\.\\.(\\d+)]");

  private final Map<String, ParameterType> named = new HashMap<>();

  TypeParser() {
    for (ParameterType.Base base : ParameterType.Base.values()) {
      named.put(base.name().toLowerCase(Locale.ROOT), ParameterType.of(base));
    }
  }

  void define(String name, ParameterType type) {
    named.put(name, type);
  }

  ParameterType parse(String text) {
    String[] words = text.strip().split("\\s+", -1);
    ParameterType type = named.get(words[0]);
    if (type == null) {
      throw new IllegalArgumentException(
          "'" + words[0] + "' is no type; expected BASE [MIN..MAX] [(a|b)] [/pattern/] [:format]");
    }
    for (int i = 1; i < words.length; i++) {
      type = refine(type, words[i]);
    }
    return type;
  }

  private static ParameterType refine(ParameterType type, String word) {
    Matcher range = RANGE.matcher(word);
    if (range.matches()) {
      return type.withRange(number(range.group(1)), number(range.group(2)));
    }
    return switch (word.charAt(0)) {
      case '(' -> type.withValues(values(word.substring(1, word.length() - 1)));
      case '/' -> type.withPattern(Pattern.compile(word.substring(1, word.length() - 1)));
      case ':' -> type.withFormat(word.substring(1));
      default ->
          throw new IllegalArgumentException(
              "'" + word + "' is neither MIN..MAX nor (a|b) nor /pattern/ nor :format");
    };
  }

  private static @Nullable BigDecimal number(String digits) {
    return digits.isEmpty() ? null : new BigDecimal(digits);
  }

  private static List<String> values(String list) {
    List<String> values = new ArrayList<>();
    for (String value : list.split("\\|", -1)) {
      Matcher indexed = INDEXED.matcher(value);
      if (indexed.matches()) {
        int last = Integer.parseInt(indexed.group(3));
        for (int i = Integer.parseInt(indexed.group(2)); i <= last; i++) {
          values.add(indexed.group(1) + i);
        }
      } else {
        values.add(value);
      }
    }
    return values;
  }
}
