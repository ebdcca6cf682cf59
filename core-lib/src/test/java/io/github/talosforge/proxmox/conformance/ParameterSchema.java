package io.github.talosforge.proxmox.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What the schema says about one parameter.
 *
 * @param json its description in the schema
 */
record ParameterSchema(JsonNode json) {
  boolean isOptional() {
    return json.path("optional").asInt() == 1;
  }

  Optional<String> requires() {
    return Optional.ofNullable(json.path("requires").textValue());
  }

  List<String> problems(List<String> values) {
    if (type().equals("array")) {
      ParameterSchema item = new ParameterSchema(json.path("items"));
      return values.stream().flatMap(value -> item.problems(List.of(value)).stream()).toList();
    }
    return values.size() == 1 ? problems(values.get(0)) : List.of("is given more than once");
  }

  private List<String> problems(String value) {
    List<String> problems = new ArrayList<>();
    switch (type()) {
      case "boolean" ->
          require(problems, value.matches("(?i)1|0|on|off|yes|no|true|false"), value, "boolean");
      case "integer" -> checkNumber(problems, value, "-?\\d+");
      case "number" -> checkNumber(problems, value, "-?\\d+(\\.\\d+)?");
      case "string" -> checkText(problems, value);
      default -> problems.add("has type " + type() + ", for which there is no check");
    }
    return problems;
  }

  private String type() {
    return json.path("type").asText("string");
  }

  private void checkNumber(List<String> problems, String value, String form) {
    if (!value.matches(form)) {
      problems.add("'" + value + "' is no " + type());
      return;
    }
    // Some bounds are texts in the schema.
    bound("minimum")
        .filter(min -> new BigDecimal(value).compareTo(min) < 0)
        .ifPresent(min -> problems.add(value + " is less than " + min));
    bound("maximum")
        .filter(max -> new BigDecimal(value).compareTo(max) > 0)
        .ifPresent(max -> problems.add(value + " is more than " + max));
  }

  private Optional<BigDecimal> bound(String name) {
    return json.has(name) ? Optional.of(new BigDecimal(json.get(name).asText())) : Optional.empty();
  }

  private void checkText(List<String> problems, String value) {
    bound("minLength")
        .filter(min -> value.length() < min.intValue())
        .ifPresent(min -> problems.add("is shorter than " + min));
    bound("maxLength")
        .filter(max -> value.length() > max.intValue())
        .ifPresent(max -> problems.add("is longer than " + max));
    if (json.path("enum").isArray()) {
      require(problems, contains(json.get("enum"), value), value, "value of " + json.get("enum"));
    }
    if (json.has("pattern")) {
      String pattern = json.get("pattern").asText();
      require(
          problems,
          PerlPattern.compile("(?:" + pattern + ")").matcher(value).matches(),
          value,
          pattern);
    }
    checkFormat(problems, value);
  }

  private void checkFormat(List<String> problems, String value) {
    JsonNode format = json.path("format");
    if (format.isObject()) {
      problems.addAll(PropertyStringSchema.problems(format, value));
    } else if (format.isTextual() && json.path("typetext").asText().contains("=")) {
      problems.addAll(TypeText.problems(json.get("typetext").asText(), value));
    } else if (format.isTextual()) {
      NamedFormats.problem(format.asText(), value).ifPresent(problems::add);
    }
  }

  private static boolean contains(JsonNode list, String value) {
    for (JsonNode item : list) {
      if (item.asText().equals(value)) {
        return true;
      }
    }
    return false;
  }

  private static void require(List<String> problems, boolean holds, String value, String expected) {
    if (!holds) {
      problems.add("'" + value + "' is no " + expected);
    }
  }
}
