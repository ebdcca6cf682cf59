package io.github.talosforge.simulator.schema;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The checks of parameters, in Proxmox' order and words. */
final class ParameterCheck {
  private static final Pattern INTEGER = Pattern.compile("[+-]?\\d+");
  private static final Pattern NUMBER =
      Pattern.compile("[+-]?(\\d+\\.\\d+|\\d+\\.|\\.\\d+|\\d+)([eE][+-]?\\d+)?");
  private static final char SEVERAL = '\0';
  private static final String UNKNOWN =
      "property is not defined in schema and the schema does not allow additional properties";

  private final PropertyStrings strings;

  ParameterCheck(Map<String, PropertyFormat> properties) {
    this.strings = new PropertyStrings(properties, this);
  }

  /** What is wrong with the values, by parameter. */
  Map<String, String> errors(
      String prefix, Map<String, Parameter> known, Map<String, String> values) {
    Map<String, String> errors = new TreeMap<>();
    for (Parameter parameter : known.values()) {
      String name = parameter.name();
      String error = error(prefix + name, parameter, values.get(name));
      if (error != null) {
        errors.put(prefix + name, error);
      }
    }
    values.keySet().forEach(name -> together(prefix, known, values, name, errors));
    return new LinkedHashMap<>(errors);
  }

  private static void together(
      String prefix,
      Map<String, Parameter> known,
      Map<String, String> values,
      String name,
      Map<String, String> errors) {
    Parameter parameter = known.get(name);
    if (parameter == null) {
      errors.put(prefix + name, UNKNOWN);
      return;
    }
    String requires = parameter.requires();
    if (requires != null && !values.containsKey(requires)) {
      errors.put(prefix + requires, "missing property required by '" + prefix + name + "'");
    }
  }

  private @Nullable String error(String path, Parameter parameter, @Nullable String value) {
    if (value == null) {
      return parameter.optional() ? null : "property is missing and it is not optional";
    }
    ParameterType type = parameter.type();
    String wrong = wrongType(type, value);
    if (wrong == null && type.format() != null) {
      wrong = wrongFormat(type.format(), path, value);
    }
    return wrong == null ? wrongValue(type, value) : wrong;
  }

  private static @Nullable String wrongType(ParameterType type, String value) {
    String failed = "type check ('" + type.base().word() + "') failed - got ";
    if (type.base() != ParameterType.Base.ARRAY && value.indexOf(SEVERAL) >= 0) {
      return failed + "ARRAY";
    }
    boolean fits =
        switch (type.base()) {
          case BOOLEAN -> value.equals("0") || value.equals("1");
          case INTEGER -> INTEGER.matcher(value).matches();
          case NUMBER -> NUMBER.matcher(value).matches();
          case STRING, ARRAY -> true;
        };
    return fits ? null : failed + "'" + value + "'";
  }

  private @Nullable String wrongFormat(String format, String path, String value) {
    String problem = strings.has(format) ? strings.problem(format, path, value) : null;
    if (problem == null) {
      problem = Formats.problem(format, value);
    }
    return problem == null ? null : "invalid format - " + problem + "\n";
  }

  private static @Nullable String wrongValue(ParameterType type, String value) {
    Pattern pattern = type.pattern();
    if (pattern != null && !pattern.matcher(value).matches()) {
      return "value does not match the regex pattern";
    }
    String wrong =
        type.base() == ParameterType.Base.STRING
            ? wrongLength(type, value)
            : wrongSize(type, value);
    if (wrong == null && !type.values().isEmpty() && !type.values().contains(value)) {
      return "value '"
          + value
          + "' does not have a value in the enumeration '"
          + String.join(", ", type.values())
          + "'";
    }
    return wrong;
  }

  private static @Nullable String wrongLength(ParameterType type, String value) {
    int length = value.codePointCount(0, value.length());
    BigDecimal maximum = type.maximum();
    if (maximum != null && length > maximum.intValue()) {
      return "value may only be " + maximum + " characters long";
    }
    BigDecimal minimum = type.minimum();
    if (minimum != null && length < minimum.intValue()) {
      return "value must be at least " + minimum + " characters long";
    }
    return null;
  }

  private static @Nullable String wrongSize(ParameterType type, String value) {
    if (!NUMBER.matcher(value).matches()) {
      return null;
    }
    BigDecimal number = new BigDecimal(value);
    BigDecimal maximum = type.maximum();
    if (maximum != null && number.compareTo(maximum) > 0) {
      return "value must have a maximum value of " + maximum;
    }
    BigDecimal minimum = type.minimum();
    if (minimum != null && number.compareTo(minimum) < 0) {
      return "value must have a minimum value of " + minimum;
    }
    return null;
  }
}
