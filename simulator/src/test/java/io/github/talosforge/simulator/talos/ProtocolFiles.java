package io.github.talosforge.simulator.talos;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Our protocol files as facts, in the words of the program that prints those of the Go module. */
final class ProtocolFiles {
  private static final Pattern PACKAGE = Pattern.compile("package ([\\w.]+);");
  private static final Pattern OPEN =
      Pattern.compile("(message|enum|service|oneof) (\\w+) \\{(})?");
  private static final Pattern FIELD =
      Pattern.compile("(repeated |optional )?(map<[^>]+>|[\\w.]+) (\\w+) = (\\d+);");
  private static final Pattern VALUE = Pattern.compile("(\\w+) = (\\d+);");
  private static final Pattern METHOD =
      Pattern.compile("rpc (\\w+)\\((stream )?([\\w.]+)\\) returns \\((stream )?([\\w.]+)\\);");
  private static final Set<String> SCALARS =
      Set.of("string", "bytes", "bool", "int32", "int64", "uint32", "uint64", "double", "float");

  private final Set<String> types = new LinkedHashSet<>();
  private final Set<String> facts = new LinkedHashSet<>();

  private ProtocolFiles() {}

  static Set<String> facts(Path folder) throws IOException {
    ProtocolFiles files = new ProtocolFiles();
    List<Path> all;
    try (Stream<Path> found = Files.walk(folder)) {
      all = found.filter(path -> path.toString().endsWith(".proto")).toList();
    }
    for (Path file : all) {
      files.read(Files.readAllLines(file), true);
    }
    for (Path file : all) {
      files.read(Files.readAllLines(file), false);
    }
    return files.facts;
  }

  private void read(List<String> lines, boolean onlyTypes) {
    Deque<String> scopes = new ArrayDeque<>();
    Deque<String> kinds = new ArrayDeque<>();
    for (String raw : lines) {
      String line = raw.strip();
      Matcher head = PACKAGE.matcher(line);
      Matcher open = OPEN.matcher(line);
      if (head.matches()) {
        scopes.push(head.group(1));
        kinds.push("package");
      } else if (open.matches()) {
        boolean group = open.group(1).equals("oneof");
        String name = group ? scopes.peek() : scopes.peek() + "." + open.group(2);
        if (!group) {
          types.add(name);
        }
        if (open.group(3) == null) {
          scopes.push(name);
          kinds.push(group ? "message" : open.group(1));
        }
      } else if (line.equals("}")) {
        scopes.pop();
        kinds.pop();
      } else if (!onlyTypes && !kinds.isEmpty()) {
        fact(kinds.peek(), scopes.peek(), line);
      }
    }
  }

  private void fact(String kind, String scope, String line) {
    Matcher field = FIELD.matcher(line);
    Matcher value = VALUE.matcher(line);
    Matcher method = METHOD.matcher(line);
    if (kind.equals("message") && field.matches()) {
      String label = "repeated ".equals(field.group(1)) ? "many" : "one";
      facts.add(
          "field "
              + scope
              + " "
              + field.group(3)
              + " "
              + field.group(4)
              + " "
              + label
              + " "
              + type(scope, field.group(2)));
    } else if (kind.equals("enum") && value.matches()) {
      facts.add("value " + scope + " " + value.group(1) + " " + value.group(2));
    } else if (kind.equals("service") && method.matches()) {
      facts.add(
          "method "
              + scope
              + " "
              + method.group(1)
              + " "
              + type(scope, method.group(3))
              + " "
              + (method.group(2) != null)
              + " "
              + type(scope, method.group(5))
              + " "
              + (method.group(4) != null));
    }
  }

  private String type(String scope, String name) {
    if (SCALARS.contains(name) || name.startsWith("google.protobuf.")) {
      return name;
    }
    if (name.startsWith("map<")) {
      return "map";
    }
    String outer = scope;
    while (!types.contains(outer + "." + name) && outer.contains(".")) {
      outer = outer.substring(0, outer.lastIndexOf('.'));
    }
    String inner = outer + "." + name;
    return types.contains(inner) ? inner : name;
  }
}
