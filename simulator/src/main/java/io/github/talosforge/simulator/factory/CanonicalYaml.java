package io.github.talosforge.simulator.factory;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Writes a schematic as the Image Factory does: members in a fixed order, empty ones left out, four
 * blanks a level, and {@code customization} always there.
 */
final class CanonicalYaml {
  private static final String INDENT = "    ";
  private static final Pattern PLAIN =
      Pattern.compile("[A-Za-z0-9/._$(+-][A-Za-z0-9 /._$(){}=+,@%:-]*");
  private static final Pattern AMBIGUOUS =
      Pattern.compile(
          "(?i:y|n|yes|no|on|off|true|false|null|~|[-+]?[0-9][0-9_.]*(e[-+]?[0-9]+)?"
              + "|0x[0-9a-f]+|0o[0-7]+|[-+]?\\.(inf|nan)|[0-9]{4}-[0-9]{2}-[0-9]{2}.*)");

  /** The members of each mapping, in order; a mapping that is not here takes any member. */
  private static final Map<String, List<String>> MEMBERS =
      Map.of(
          "", List.of("owner", "overlay", "customization"),
          "overlay", List.of("image", "name", "options"),
          "customization",
              List.of(
                  "embeddedMachineConfiguration",
                  "extraKernelArgs",
                  "meta",
                  "systemExtensions",
                  "bootloader",
                  "secureboot",
                  "diskImage"),
          "customization.meta", List.of("key", "value"),
          "customization.systemExtensions", List.of("officialExtensions"),
          "customization.secureboot", List.of("enrollKeys", "includeWellKnownCertificates"),
          "customization.diskImage", List.of("sectorSize"));

  private final StringBuilder out = new StringBuilder();

  private CanonicalYaml() {}

  static String of(JsonNode root) {
    CanonicalYaml yaml = new CanonicalYaml();
    yaml.checkMembers("", root);
    for (String name : members("", root)) {
      JsonNode value = root.path(name);
      if (!isEmpty(value)) {
        yaml.member(name, name, value, "");
      } else if (name.equals("customization")) {
        yaml.checkMembers(name, value);
        yaml.out.append("customization: {}\n");
      }
    }
    return yaml.out.toString();
  }

  private static boolean isEmpty(JsonNode value) {
    if (value.isMissingNode() || value.isNull()) {
      return true;
    }
    if (value.isContainerNode()) {
      for (JsonNode child : value) {
        if (!isEmpty(child)) {
          return false;
        }
      }
      return true;
    }
    return (value.isTextual() && value.asText().isEmpty())
        || (value.isBoolean() && !value.asBoolean())
        || (value.isNumber() && value.asLong() == 0);
  }

  private static List<String> members(String path, JsonNode value) {
    List<String> fixed = MEMBERS.get(path);
    if (fixed != null) {
      return fixed;
    }
    TreeSet<String> names = new TreeSet<>();
    value.fieldNames().forEachRemaining(names::add);
    return new ArrayList<>(names);
  }

  private void checkMembers(String path, JsonNode value) {
    if (!value.isObject() && !value.isMissingNode() && !value.isNull()) {
      throw new IllegalArgumentException(
          "'" + (path.isEmpty() ? "schematic" : path) + "' must be a mapping");
    }
    List<String> known = members(path, value);
    value
        .fieldNames()
        .forEachRemaining(
            name -> {
              if (!known.contains(name)) {
                throw new IllegalArgumentException(
                    "field " + name + " not found in " + (path.isEmpty() ? "schematic" : path));
              }
            });
  }

  private void member(String path, String name, JsonNode value, String indent) {
    out.append(indent).append(name).append(':');
    if (value.isObject()) {
      out.append('\n');
      mapping(path, value, indent + INDENT);
    } else if (value.isArray()) {
      out.append('\n');
      sequence(path, value, indent + INDENT);
    } else if (value.isTextual() && value.asText().contains("\n")) {
      block(value.asText(), indent + INDENT);
    } else {
      out.append(' ').append(scalar(value)).append('\n');
    }
  }

  private void mapping(String path, JsonNode value, String indent) {
    checkMembers(path, value);
    for (String name : members(path, value)) {
      if (!isEmpty(value.path(name))) {
        member(path + "." + name, name, value.path(name), indent);
      }
    }
  }

  private void sequence(String path, JsonNode value, String indent) {
    for (JsonNode entry : value) {
      if (entry.isObject()) {
        checkMembers(path, entry);
        String lead = indent + "- ";
        for (String name : members(path, entry)) {
          out.append(lead).append(name).append(": ").append(scalar(entry.path(name))).append('\n');
          lead = indent + "  ";
        }
      } else {
        out.append(indent).append("- ").append(scalar(entry)).append('\n');
      }
    }
  }

  private void block(String text, String indent) {
    out.append(text.endsWith("\n") ? " |\n" : " |-\n");
    text.lines().forEach(line -> out.append(line.isEmpty() ? "" : indent + line).append('\n'));
  }

  private static String scalar(JsonNode value) {
    if (!value.isTextual()) {
      return value.asText();
    }
    String text = value.asText();
    boolean plain =
        PLAIN.matcher(text).matches()
            && !text.contains(": ")
            && !text.endsWith(":")
            && !text.endsWith(" ")
            && !text.startsWith("- ")
            && !AMBIGUOUS.matcher(text).matches();
    return plain ? text : '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }
}
