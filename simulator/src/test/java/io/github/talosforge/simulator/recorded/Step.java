package io.github.talosforge.simulator.recorded;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One line of a recorded session: a call and the facts of its answer.
 *
 * @param session the name of the session
 * @param line its line in the fixture, from 1
 * @param json the line as it stands
 */
record Step(String session, int line, JsonNode json) {
  String method() {
    return call()[0];
  }

  String path() {
    return call()[1];
  }

  private String[] call() {
    return json.path("call").asText().split(" ", 2);
  }

  Map<String, String> parameters() {
    Map<String, String> with = new LinkedHashMap<>();
    json.path("with")
        .properties()
        .forEach(each -> with.put(each.getKey(), each.getValue().asText()));
    return with;
  }

  /** The token or the user that calls; empty for root's token. */
  String caller() {
    return json.path("as").asText();
  }

  /** Only makes what the session found when it began; how it was answered was not recorded. */
  boolean prepares() {
    return json.path("given").asBoolean();
  }

  /** Why this is not replayed; empty if it is. */
  String out() {
    return json.path("out").asText();
  }

  /** What a person did at the host before this; empty for nothing. */
  String byHand() {
    return json.path("by hand").asText();
  }

  boolean isCompared() {
    return !prepares() && out().isEmpty();
  }

  @Override
  public String toString() {
    return session + " " + line + " " + json.path("call").asText();
  }
}
