package io.github.talosforge.proxmox.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A call of the schema.
 *
 * @param method its method
 * @param path its path with placeholders
 * @param parameters what it takes
 * @param segments the parts of the path
 */
record SchemaOperation(String method, String path, JsonNode parameters, List<String> segments) {
  private static final Pattern NUMBERED = Pattern.compile("(.*?)(\\d+)");
  private static final Pattern HIGHEST = Pattern.compile("n is 0 to (\\d+)");

  SchemaOperation(String method, String path, JsonNode parameters) {
    this(method, path, parameters, List.of(path.substring(1).split("/", -1)));
  }

  String name() {
    return method + " " + path;
  }

  boolean takes(String sentMethod, List<String> segments) {
    List<String> own = segments();
    if (!method.equals(sentMethod) || own.size() != segments.size()) {
      return false;
    }
    for (int i = 0; i < own.size(); i++) {
      if (!isPlaceholder(own.get(i)) && !own.get(i).equals(segments.get(i))) {
        return false;
      }
    }
    return true;
  }

  int placeholders() {
    return (int) segments().stream().filter(SchemaOperation::isPlaceholder).count();
  }

  List<String> problems(SentRequest request) {
    Map<String, List<String>> given = new LinkedHashMap<>(request.parameters());
    List<String> own = segments();
    for (int i = 0; i < own.size(); i++) {
      if (isPlaceholder(own.get(i))) {
        given.put(own.get(i).substring(1, own.get(i).length() - 1), List.of(request.path().get(i)));
      }
    }
    List<String> problems = new ArrayList<>();
    given.forEach((name, values) -> check(problems, given, name, values));
    parameters.properties().forEach(entry -> requireGiven(problems, given, entry));
    return problems;
  }

  private void check(
      List<String> problems, Map<String, List<String>> given, String name, List<String> values) {
    Optional<ParameterSchema> schema = parameter(name);
    if (schema.isEmpty()) {
      problems.add(name + " is no parameter");
      return;
    }
    schema.get().problems(values).forEach(problem -> problems.add(name + " " + problem));
    schema
        .get()
        .requires()
        .filter(other -> !given.containsKey(other))
        .ifPresent(other -> problems.add(name + " requires " + other));
  }

  private static void requireGiven(
      List<String> problems, Map<String, List<String>> given, Map.Entry<String, JsonNode> entry) {
    if (!new ParameterSchema(entry.getValue()).isOptional() && !given.containsKey(entry.getKey())) {
      problems.add(entry.getKey() + " is missing");
    }
  }

  private Optional<ParameterSchema> parameter(String name) {
    if (parameters.has(name)) {
      return Optional.of(new ParameterSchema(parameters.get(name)));
    }
    Matcher numbered = NUMBERED.matcher(name);
    if (!numbered.matches() || !parameters.has(numbered.group(1) + "[n]")) {
      return Optional.empty();
    }
    JsonNode schema = parameters.get(numbered.group(1) + "[n]");
    Matcher highest = HIGHEST.matcher(schema.path("description").asText());
    boolean tooHigh =
        highest.find() && Integer.parseInt(numbered.group(2)) > Integer.parseInt(highest.group(1));
    return tooHigh ? Optional.empty() : Optional.of(new ParameterSchema(schema));
  }

  private static boolean isPlaceholder(String segment) {
    return segment.startsWith("{");
  }
}
