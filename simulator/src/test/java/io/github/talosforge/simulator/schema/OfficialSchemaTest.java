package io.github.talosforge.simulator.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Compares the table of operations with Proxmox' own schema, where that is at hand. */
class OfficialSchemaTest {
  private static final Pattern INDEX = Pattern.compile("(?<=[a-z])[0-9]+$");

  @ParameterizedTest
  @CsvSource({"8,pve-8.4.json", "9,pve-9.1.3.json"})
  void tableAgreesWithTheOfficialSchema(int major, String file) throws IOException {
    Map<String, JsonNode> official = official(file);
    List<String> differences = new ArrayList<>();
    int parameters = 0;
    for (OperationSchema operation : Schema.of(major).operations()) {
      String name = operation.method() + " " + operation.template();
      JsonNode info = official.get(name);
      if (info == null) {
        differences.add(name + " does not exist");
      } else {
        parameters += compare(name, operation, info, major, differences);
      }
    }
    System.out.println(
        "Compared "
            + Schema.of(major).operations().size()
            + " operations and "
            + parameters
            + " parameters with "
            + file
            + ".");
    assertThat(differences).isEmpty();
    assertThat(parameters).isGreaterThan(400);
  }

  private static int compare(
      String name, OperationSchema operation, JsonNode info, int major, List<String> out) {
    JsonNode properties = info.path("parameters").path("properties");
    Map<String, Parameter> ours = new TreeMap<>();
    operation.parameters().forEach((key, value) -> ours.put(generic(key, properties), value));
    Set<String> theirs = new TreeSet<>();
    properties.fieldNames().forEachRemaining(theirs::add);
    if (!ours.keySet().equals(theirs)) {
      Set<String> missing = new TreeSet<>(theirs);
      missing.removeAll(ours.keySet());
      Set<String> extra = new TreeSet<>(ours.keySet());
      extra.removeAll(theirs);
      out.add(name + ": missing " + missing + ", too many " + extra);
    }
    ours.forEach(
        (key, parameter) -> {
          if (theirs.contains(key)) {
            compare(name + " " + key, parameter, properties.path(key), major, out);
          }
        });
    boolean ticketOnly = info.has("allowtoken") && !info.path("allowtoken").asBoolean(true);
    check(name + " allowtoken", operation.ticketOnly(), ticketOnly, out);
    compareNeeds(name, operation.need(), info.path("permissions"), out);
    return theirs.size();
  }

  /** Our {@code net0} is their {@code net[n]}, but our {@code efidisk0} is their own. */
  private static String generic(String name, JsonNode properties) {
    return properties.has(name) ? name : INDEX.matcher(name).replaceFirst("[n]");
  }

  private static void compare(
      String place, Parameter ours, JsonNode theirs, int major, List<String> out) {
    // Parameters of the path are there whatever the schema says.
    boolean inPath = place.contains("{" + ours.name() + "}");
    check(
        place + " optional", ours.optional(), !inPath && theirs.path("optional").asInt() == 1, out);
    ParameterType type = ours.type();
    check(place + " type", type.base().word(), theirs.path("type").asText(), out);
    boolean text = type.base() == ParameterType.Base.STRING;
    check(place + " minimum", type.minimum(), number(theirs, text ? "minLength" : "minimum"), out);
    check(place + " maximum", type.maximum(), number(theirs, text ? "maxLength" : "maximum"), out);
    check(place + " pattern", pattern(type), normalized(theirs.path("pattern").asText("")), out);
    check(place + " requires", "" + ours.requires(), theirs.path("requires").asText("null"), out);
    List<String> values = new ArrayList<>();
    theirs.path("enum").forEach(value -> values.add(value.asText()));
    check(place + " enum", new TreeSet<>(type.values()), new TreeSet<>(values), out);
    compareFormat(place, type.format(), theirs.path("format"), major, out);
  }

  private static void compareFormat(
      String place, String ours, JsonNode theirs, int major, List<String> out) {
    if (!theirs.isObject()) {
      check(place + " format", "" + ours, theirs.asText("null"), out);
      return;
    }
    PropertyFormat format = properties(major).get(ours);
    if (format == null) {
      out.add(place + ": no property string '" + ours + "'");
      return;
    }
    Set<String> keys = new TreeSet<>(format.keys().keySet());
    keys.addAll(format.aliases().keySet());
    Set<String> known = new TreeSet<>();
    theirs.fieldNames().forEachRemaining(known::add);
    check(place + " keys", keys, known, out);
    format
        .keys()
        .forEach(
            (key, parameter) -> {
              if (known.contains(key)) {
                compare(place + "." + key, parameter, theirs.path(key), major, out);
                boolean lead = key.equals(format.defaultKey());
                check(
                    place + "." + key + " default key",
                    lead,
                    theirs.path(key).path("default_key").asInt() == 1,
                    out);
              }
            });
    format
        .aliases()
        .forEach(
            (key, alias) -> {
              check(place + "." + key, alias.key(), theirs.path(key).path("alias").asText(), out);
              check(
                  place + "." + key + " by",
                  "" + alias.wordKey(),
                  theirs.path(key).path("keyAlias").asText("null"),
                  out);
            });
  }

  private static Map<String, PropertyFormat> properties(int major) {
    return PROPERTIES.computeIfAbsent(
        major,
        version -> {
          TableParser parser = new TableParser(version);
          try (var in = Schema.class.getResourceAsStream("types.txt")) {
            parser.read(
                "types.txt",
                new String(in.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8));
          } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
          }
          return parser.properties();
        });
  }

  private static final Map<Integer, Map<String, PropertyFormat>> PROPERTIES = new HashMap<>();

  /**
   * Checks on the user in question are code of the operations; only trees of privileges are table.
   */
  private static void compareNeeds(String name, Need ours, JsonNode theirs, List<String> out) {
    JsonNode check = theirs.path("check");
    boolean everyone = theirs.path("user").asText().equals("all");
    String wanted = check.isMissingNode() || everyone ? "" : text(check);
    if (!wanted.contains("userid-") && !wanted.contains("perm-modify")) {
      check(name + " needs", ours == null ? "" : text(ours), wanted, out);
    }
  }

  private static String text(Need need) {
    if (need instanceof Need.Held held) {
      return held.path() + (held.any() ? " any " : " all ") + held.privileges();
    }
    return need instanceof Need.All all
        ? "and" + all.parts().stream().map(OfficialSchemaTest::text).toList()
        : "or" + ((Need.OneOf) need).parts().stream().map(OfficialSchemaTest::text).toList();
  }

  private static String text(JsonNode check) {
    String kind = check.path(0).asText();
    if (kind.equals("perm")) {
      List<String> privileges = new ArrayList<>();
      check.path(2).forEach(privilege -> privileges.add(privilege.asText()));
      boolean any = check.path(3).asText().equals("any");
      return check.path(1).asText() + (any ? " any " : " all ") + privileges;
    }
    if (!kind.equals("and") && !kind.equals("or")) {
      return kind;
    }
    List<String> parts = new ArrayList<>();
    for (int i = 1; i < check.size(); i++) {
      parts.add(text(check.path(i)));
    }
    return kind + parts;
  }

  private static BigDecimal number(JsonNode node, String name) {
    return node.has(name) ? new BigDecimal(node.path(name).asText()) : null;
  }

  private static String pattern(ParameterType type) {
    return type.pattern() == null ? "" : type.pattern().pattern();
  }

  private static String normalized(String pattern) {
    return pattern.replace("(?^:", "(?:").replace("(?^i:", "(?i:").replace("{,", "{0,");
  }

  private static void check(String place, Object ours, Object theirs, List<String> out) {
    if (!java.util.Objects.equals(ours, theirs)) {
      out.add(place + ": we have " + ours + ", Proxmox has " + theirs);
    }
  }

  private static Map<String, JsonNode> official(String file) throws IOException {
    String folder = System.getenv("TALOSFORGE_PVE_API");
    Path path =
        folder == null ? Path.of("..", "..", "shared", "pve-api", file) : Path.of(folder, file);
    assumeTrue(
        Files.exists(path),
        "no API schema of Proxmox VE (" + file + "); TALOSFORGE_PVE_API can name its folder");
    Map<String, JsonNode> operations = new HashMap<>();
    collect(new ObjectMapper().readTree(Files.readString(path)), operations);
    return operations;
  }

  private static void collect(JsonNode nodes, Map<String, JsonNode> operations) {
    for (JsonNode node : nodes) {
      node.path("info")
          .properties()
          .forEach(
              info ->
                  operations.put(
                      info.getKey() + " " + node.path("path").asText(), info.getValue()));
      collect(node.path("children"), operations);
    }
  }
}
