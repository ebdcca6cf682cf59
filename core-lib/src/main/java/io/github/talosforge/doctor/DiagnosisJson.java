package io.github.talosforge.doctor;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.talosforge.redaction.Redaction;

/**
 * A diagnosis for programs. New fields may come within a version of the schema; fields that are
 * there keep their name and meaning.
 */
public final class DiagnosisJson {
  /** The version of the schema. */
  public static final String SCHEMA = "talosforge-doctor/1";

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private DiagnosisJson() {}

  /** Writes the diagnosis as a JSON object. */
  public static String render(Diagnosis diagnosis) {
    ObjectNode root = MAPPER.createObjectNode();
    root.put("schema", SCHEMA);
    root.put("ready", diagnosis.isReady());
    ArrayNode lines = root.putArray("lines");
    for (Line line : diagnosis.lines()) {
      ObjectNode one = lines.addObject();
      one.put("topic", line.topic().label());
      one.put("subject", line.subject());
      one.put("verdict", line.verdict().label());
      one.put("sentence", line.sentence());
      one.put("advice", line.advice());
      line.commands().forEach(one.putArray("commands")::add);
    }
    try {
      return Redaction.jsonByForm(MAPPER.writeValueAsString(root));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("A tree can always be written", e);
    }
  }
}
