package io.github.talosforge.health;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.talosforge.redaction.Redaction;

/**
 * A report for programs. New fields may come within a version of the schema; fields that are there
 * keep their name and meaning.
 */
public final class HealthJson {
  /** The version of the schema. */
  public static final String SCHEMA = "talosforge-health/1";

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private HealthJson() {}

  /**
   * Writes the report as a JSON object on several lines.
   *
   * @param report the report
   * @return the text
   */
  public static String render(HealthReport report) {
    ObjectNode root = MAPPER.createObjectNode();
    root.put("schema", SCHEMA);
    root.put("healthy", report.healthy());
    ArrayNode checks = root.putArray("checks");
    for (CheckResult result : report.results()) {
      ObjectNode check = checks.addObject();
      check.put("name", result.check().id());
      check.put("description", result.check().sentence());
      check.put("state", result.state().label());
      check.put("message", result.message());
    }
    try {
      return Redaction.jsonByForm(MAPPER.writeValueAsString(root));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("A tree can always be written", e);
    }
  }
}
