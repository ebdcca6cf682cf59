package io.github.talosforge.simulator.kubernetes.object;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Which objects a caller, a workload or a budget means. */
public final class Selector {
  private static final Pattern SET =
      Pattern.compile("\\s*([^\\s,=!()]+)\\s+(in|notin)\\s+\\(([^)]*)\\)\\s*");
  private static final Pattern EQUALITY =
      Pattern.compile("\\s*([^\\s,=!()]+)\\s*(==|=|!=)\\s*([^\\s,=!()]*)\\s*");
  private static final Pattern EXISTENCE = Pattern.compile("\\s*(!?)\\s*([^\\s,=!()]+)\\s*");
  private static final List<String> FIELDS =
      List.of(
          "metadata.name",
          "metadata.namespace",
          "spec.nodeName",
          "spec.unschedulable",
          "status.phase",
          "type",
          "reason",
          "involvedObject.kind",
          "involvedObject.name",
          "involvedObject.namespace",
          "involvedObject.uid");

  private Selector() {}

  /**
   * A selector by labels as it stands in a query.
   *
   * @param text for example {@code tier=node,app in (a, b),!old}
   * @return what it means
   * @throws Refusal when it cannot be read
   */
  public static Predicate<JsonNode> labels(String text) {
    Predicate<JsonNode> all = object -> true;
    for (String part : parts(text)) {
      all = all.and(requirement(part));
    }
    return all;
  }

  /** Cuts at commas, but not at those between parentheses. */
  private static List<String> parts(String text) {
    List<String> parts = new ArrayList<>();
    Matcher matcher = Pattern.compile("(?:[^,(]|\\([^)]*\\))+").matcher(text);
    while (matcher.find()) {
      parts.add(matcher.group());
    }
    return parts;
  }

  private static Predicate<JsonNode> requirement(String part) {
    Matcher set = SET.matcher(part);
    if (set.matches()) {
      Set<String> values = new TreeSet<>(List.of(set.group(3).strip().split("\\s*,\\s*")));
      return in(set.group(1), values, set.group(2).equals("in"));
    }
    Matcher equality = EQUALITY.matcher(part);
    if (equality.matches()) {
      boolean wanted = !equality.group(2).equals("!=");
      return in(equality.group(1), Set.of(equality.group(3)), wanted);
    }
    Matcher existence = EXISTENCE.matcher(part);
    if (existence.matches()) {
      boolean wanted = existence.group(1).isEmpty();
      String label = existence.group(2);
      return object -> object.path("metadata").path("labels").has(label) == wanted;
    }
    throw Refusal.badRequest("unable to parse requirement: " + part);
  }

  private static Predicate<JsonNode> in(String label, Set<String> values, boolean wanted) {
    return object -> {
      JsonNode value = object.path("metadata").path("labels").get(label);
      return (value != null && values.contains(value.asText())) == wanted;
    };
  }

  /**
   * A selector by fields as it stands in a query.
   *
   * @param text for example {@code spec.nodeName=worker-1,status.phase!=Running}
   * @return what it means
   * @throws Refusal when it names a field that cannot be asked for
   */
  public static Predicate<JsonNode> fields(String text) {
    Predicate<JsonNode> all = object -> true;
    for (String part : parts(text)) {
      Matcher equality = EQUALITY.matcher(part);
      if (!equality.matches()) {
        throw Refusal.badRequest(
            "invalid selector: '" + text + "'; can't understand '" + part + "'");
      }
      String field = equality.group(1);
      if (!FIELDS.contains(field)) {
        throw Refusal.badRequest("field label not supported: " + field);
      }
      boolean wanted = !equality.group(2).equals("!=");
      all = all.and(object -> field(object, field).equals(equality.group(3)) == wanted);
    }
    return all;
  }

  private static String field(JsonNode object, String field) {
    String value = object.at("/" + field.replace('.', '/')).asText();
    return value.isEmpty() && field.equals("spec.unschedulable") ? "false" : value;
  }

  /**
   * The selector of a workload or a budget.
   *
   * @param selector with {@code matchLabels} and {@code matchExpressions}
   * @return what it means
   */
  public static Predicate<JsonNode> of(JsonNode selector) {
    Predicate<JsonNode> all = object -> true;
    for (var label : selector.path("matchLabels").properties()) {
      all = all.and(in(label.getKey(), Set.of(label.getValue().asText()), true));
    }
    for (JsonNode expression : selector.path("matchExpressions")) {
      all = all.and(expression(expression));
    }
    return all;
  }

  private static Predicate<JsonNode> expression(JsonNode expression) {
    String label = expression.path("key").asText();
    Set<String> values = new TreeSet<>();
    expression.path("values").forEach(value -> values.add(value.asText()));
    Predicate<JsonNode> exists = object -> object.path("metadata").path("labels").has(label);
    return switch (expression.path("operator").asText()) {
      case "In" -> in(label, values, true);
      case "NotIn" -> in(label, values, false);
      case "Exists" -> exists;
      default -> exists.negate();
    };
  }
}
