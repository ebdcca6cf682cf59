package io.github.talosforge.simulator.recorded;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.talosforge.simulator.RawClient.Reply;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/** Writes answers down in the words of the fixtures. */
final class Answers {
  private static final JsonMapper JSON = new JsonMapper();

  /** What is another with each run. */
  private static final Map<String, String> MASKS =
      Map.of(
          "(?i)BC:24:11(:[0-9A-F]{2}){3}", "<MAC>",
          "[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}", "<uuid>",
          "(?<![0-9a-f])[0-9a-f]{40}(?![0-9a-f])", "<sha1>",
          "creation-qemu=[^\"]*", "<meta>",
          "UPID:pve1:[0-9A-F]{8}:[0-9A-F]{8}:[0-9A-F]{8}:", "UPID:pve1:#:#:#:");

  /** What the recordings do not hold, although Proxmox says it. */
  private static final List<String> LEFT_OUT = List.of("diskread", "diskwrite", "memhost");

  private Answers() {}

  static ObjectNode of(Reply reply) {
    ObjectNode answer = JSON.createObjectNode().put("status", reply.status());
    JsonNode body = json(masked(reply.body()));
    LEFT_OUT.forEach(key -> body.findParents(key).forEach(each -> ((ObjectNode) each).remove(key)));
    if (!body.isObject()) {
      return answer.put("body", reply.body().isEmpty() ? "none" : "text");
    }
    if (body.path("data").asText().startsWith("UPID:")) {
      return answer.put("task", task(body.path("data").asText()));
    }
    if (body.has("total")) {
      answer.put("total", "<number>");
    }
    if (reply.status() < 400) {
      return answer.set("data", body.path("data"));
    }
    addErrors(answer, body.path("errors"));
    Fragments.in(message(body)).ifPresent(words -> answer.put("says", words));
    return answer;
  }

  static JsonNode data(Reply reply) {
    return json(reply.body()).path("data");
  }

  private static JsonNode json(String text) {
    try {
      return JSON.readTree(text);
    } catch (JsonProcessingException e) {
      return MissingNode.getInstance();
    }
  }

  private static String masked(String text) {
    String masked = text;
    for (Map.Entry<String, String> mask : MASKS.entrySet()) {
      masked = masked.replaceAll(mask.getKey(), mask.getValue());
    }
    return masked;
  }

  /** The type of a task, and what it works on. */
  private static String task(String upid) {
    List<String> parts = List.of(upid.split(":", -1));
    return (parts.get(5) + " " + parts.get(6)).strip();
  }

  private static void addErrors(ObjectNode answer, JsonNode errors) {
    if (!errors.isEmpty()) {
      ArrayNode names = answer.putArray("errors");
      errors.properties().stream().map(Map.Entry::getKey).sorted().forEach(names::add);
    }
  }

  private static String message(JsonNode body) {
    return body.path("message").asText()
        + StreamSupport.stream(body.path("errors").spliterator(), false)
            .map(JsonNode::asText)
            .collect(Collectors.joining(" "));
  }

  /** How the task of an answer ended. */
  static void addEnd(ObjectNode answer, Reply status) {
    String exit = data(status).path("exitstatus").asText();
    answer.put("ends", exit.equals("OK") || exit.startsWith("WARNINGS") ? exit : "failed");
    if (answer.path("ends").asText().equals("failed")) {
      Fragments.in(exit).ifPresent(words -> answer.put("says", words));
    }
  }
}
