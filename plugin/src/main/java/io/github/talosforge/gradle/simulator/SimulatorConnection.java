package io.github.talosforge.gradle.simulator;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a simulator prints when it is ready: one line of JSON. */
final class SimulatorConnection {
  private final JsonNode fields;

  private SimulatorConnection(JsonNode fields) {
    this.fields = fields;
  }

  /** Reads the first complete line; a simulator that is not ready has printed none. */
  static Optional<SimulatorConnection> parse(String output) {
    int end = output.indexOf('\n');
    if (end < 0) {
      return Optional.empty();
    }
    try {
      JsonNode fields = new ObjectMapper().readTree(output.substring(0, end));
      return fields.hasNonNull("url")
          ? Optional.of(new SimulatorConnection(fields))
          : Optional.empty();
    } catch (JsonProcessingException e) {
      return Optional.empty();
    }
  }

  @Nullable String value(String name) {
    return fields.path(name).textValue();
  }
}
