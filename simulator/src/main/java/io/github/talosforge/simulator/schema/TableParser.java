package io.github.talosforge.simulator.schema;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the tables of types and operations, keeping what one major version has. */
final class TableParser {
  private static final Pattern VERSION = Pattern.compile("(.*?)\\s+@([89])");
  private static final Pattern INDEXED = Pattern.compile("(.+)\\[(\\d+)\\.\\.(\\d+)]");
  private static final Pattern ALIAS = Pattern.compile("(\\S+) -> (\\S+)(?: by (\\S+))?");
  private static final Pattern OPERATION = Pattern.compile("(GET|POST|PUT|DELETE) (/\\S*)(.*)");

  private final int major;
  private final TypeParser types = new TypeParser();
  private final Map<String, Section> properties = new HashMap<>();
  private final Map<String, Section> groups = new HashMap<>();
  private final Map<String, Section> operations = new LinkedHashMap<>();
  private final Map<String, ParameterType> inPath = new HashMap<>();
  private Section section = new Section("");

  TableParser(int major) {
    this.major = major;
  }

  void read(String file, String text) {
    int number = 0;
    for (String raw : text.split("\n", -1)) {
      number++;
      try {
        read(raw);
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException(file + ":" + number + ": " + e.getMessage(), e);
      }
    }
  }

  Map<String, OperationSchema> operations() {
    Map<String, OperationSchema> all = new LinkedHashMap<>();
    operations.forEach((key, found) -> all.put(key, operation(key, found)));
    return all;
  }

  Map<String, PropertyFormat> properties() {
    Map<String, PropertyFormat> all = new HashMap<>();
    properties.forEach(
        (name, found) ->
            all.put(name, new PropertyFormat(found.parameters, found.aliases, found.defaultKey)));
    return all;
  }

  private void read(String raw) {
    String line = raw.strip();
    if (line.isEmpty() || line.startsWith("#")) {
      return;
    }
    Matcher version = VERSION.matcher(line);
    boolean tagged = version.matches();
    boolean here = !tagged || version.group(2).equals(String.valueOf(major));
    String content = tagged ? version.group(1) : line;
    if (!Character.isWhitespace(raw.charAt(0))) {
      head(content, here);
    } else if (here) {
      member(content);
    }
  }

  private void head(String line, boolean here) {
    Matcher operation = OPERATION.matcher(line);
    if (operation.matches()) {
      section = new Section(operation.group(3));
      if (here) {
        operations.put(operation.group(1) + " " + operation.group(2), section);
      }
      return;
    }
    List<String> words = List.of(line.split("\\s+", 4));
    switch (words.get(0)) {
      case "type" -> types.define(words.get(1), types.parse(words.get(3)));
      case "path" -> inPath.put(words.get(1), types.parse(words.get(2)));
      case "property" -> begin(properties, words.get(1));
      case "group" -> begin(groups, words.get(1));
      default ->
          throw new IllegalArgumentException(
              "expected type, path, property, group or a method, found '" + line + "'");
    }
  }

  private void begin(Map<String, Section> sections, String name) {
    section = new Section("");
    sections.put(name, section);
  }

  private void member(String line) {
    Matcher alias = ALIAS.matcher(line);
    if (alias.matches()) {
      section.aliases.put(alias.group(1), new PropertyFormat.Alias(alias.group(2), alias.group(3)));
    } else if (line.startsWith("use ")) {
      use(line.substring(4));
    } else if (line.startsWith("needs ")) {
      section.need = new NeedParser(line.substring(6)).parse();
    } else {
      parameter(line);
    }
  }

  private void use(String name) {
    Section used = groups.containsKey(name) ? groups.get(name) : properties.get(name);
    if (used == null) {
      throw new IllegalArgumentException("no group or property '" + name + "' above this line");
    }
    section.parameters.putAll(used.parameters);
    section.aliases.putAll(used.aliases);
    section.defaultKey = used.defaultKey;
  }

  private void parameter(String line) {
    String[] halves = line.split("\\s+", 2);
    String name = halves[0];
    if (halves.length < 2) {
      throw new IllegalArgumentException("'" + name + "' has no type");
    }
    boolean lead = name.startsWith("*");
    boolean optional = name.endsWith("?");
    name = name.substring(lead ? 1 : 0, name.length() - (optional ? 1 : 0));
    String[] words = halves[1].split("\\s+requires\\s+", 2);
    Parameter parameter =
        new Parameter(name, optional, types.parse(words[0]), words.length > 1 ? words[1] : null);
    if (lead) {
      section.defaultKey = name;
    }
    add(parameter);
  }

  private void add(Parameter parameter) {
    Matcher indexed = INDEXED.matcher(parameter.name());
    if (!indexed.matches()) {
      section.parameters.put(parameter.name(), parameter);
      return;
    }
    int last = Integer.parseInt(indexed.group(3));
    for (int i = Integer.parseInt(indexed.group(2)); i <= last; i++) {
      String name = indexed.group(1) + i;
      section.parameters.put(name, parameter.named(name));
    }
  }

  private OperationSchema operation(String key, Section found) {
    String[] halves = key.split(" ", 2);
    Map<String, Parameter> parameters = new LinkedHashMap<>();
    for (String segment : halves[1].split("/", -1)) {
      if (segment.startsWith("{")) {
        String name = segment.substring(1, segment.length() - 1);
        parameters.put(name, new Parameter(name, false, pathType(name), null));
      }
    }
    parameters.putAll(found.parameters);
    return new OperationSchema(
        halves[0], halves[1], found.has("open"), found.has("ticket"), found.need, parameters);
  }

  private ParameterType pathType(String name) {
    ParameterType type = inPath.get(name);
    if (type == null) {
      throw new IllegalArgumentException("no 'path " + name + " TYPE' in the table");
    }
    return type;
  }

  /** What is collected under one head line. */
  private static final class Section {
    final Map<String, Parameter> parameters = new LinkedHashMap<>();
    final Map<String, PropertyFormat.Alias> aliases = new LinkedHashMap<>();
    final List<String> flags;
    @Nullable String defaultKey;
    @Nullable Need need;

    Section(String flags) {
      this.flags = List.of(flags.strip().split("\\s+"));
    }

    boolean has(String flag) {
      return flags.contains(flag);
    }
  }
}
