package io.github.talosforge.simulator.schema;

import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a value must look like.
 *
 * @param base the JSON type
 * @param minimum the lowest number, or the least length of a text
 * @param maximum the highest number, or the greatest length of a text
 * @param values the only values allowed; empty: any
 * @param pattern what the whole value must match
 * @param format the name of a format or of a property string
 */
record ParameterType(
    Base base,
    @Nullable BigDecimal minimum,
    @Nullable BigDecimal maximum,
    List<String> values,
    @Nullable Pattern pattern,
    @Nullable String format) {

  /** The JSON types. */
  enum Base {
    BOOLEAN,
    INTEGER,
    NUMBER,
    STRING,
    ARRAY;

    /** The word for it in the table and in Proxmox' messages. */
    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  ParameterType {
    values = List.copyOf(values);
  }

  static ParameterType of(Base base) {
    return new ParameterType(base, null, null, List.of(), null, null);
  }

  ParameterType withRange(@Nullable BigDecimal least, @Nullable BigDecimal greatest) {
    return new ParameterType(base, least, greatest, values, pattern, format);
  }

  ParameterType withValues(List<String> allowed) {
    return new ParameterType(base, minimum, maximum, allowed, pattern, format);
  }

  ParameterType withPattern(Pattern wanted) {
    return new ParameterType(base, minimum, maximum, values, wanted, format);
  }

  ParameterType withFormat(String name) {
    return new ParameterType(base, minimum, maximum, values, pattern, name);
  }
}
