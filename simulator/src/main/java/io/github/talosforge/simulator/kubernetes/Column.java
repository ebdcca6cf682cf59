package io.github.talosforge.simulator.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.time.Duration;
import java.time.Instant;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * A column of a table.
 *
 * @param name its title
 * @param wide whether only wide tables show it
 * @param value what it shows of an object at a time
 */
record Column(String name, boolean wide, BiFunction<JsonNode, Instant, JsonNode> value) {
  static Column of(String name, Function<JsonNode, String> text) {
    return new Column(name, false, (object, now) -> TextNode.valueOf(text.apply(object)));
  }

  static Column at(String name, String pointer) {
    return new Column(name, false, (object, now) -> value(object.at(pointer)));
  }

  static Column age(String name, String pointer) {
    return new Column(
        name, false, (object, now) -> TextNode.valueOf(since(object.at(pointer).asText(), now)));
  }

  Column widely() {
    return new Column(name, true, value);
  }

  void define(ObjectNode definition) {
    definition.put("name", name).put("type", "string");
    definition.put("format", name.equals("Name") ? "name" : "").put("description", name);
    definition.put("priority", wide ? 1 : 0);
  }

  private static JsonNode value(JsonNode found) {
    return found.isMissingNode() || found.asText().isEmpty() ? TextNode.valueOf("<none>") : found;
  }

  private static String since(String time, Instant now) {
    return time.isEmpty() ? "<unknown>" : human(Duration.between(Instant.parse(time), now));
  }

  /** A duration with as many digits as matter. */
  static String human(Duration age) {
    long seconds = Math.max(0, age.toSeconds());
    long minutes = seconds / 60;
    long hours = minutes / 60;
    long days = hours / 24;
    if (seconds < 120) {
      return seconds + "s";
    }
    if (minutes < 10) {
      return two(minutes, "m", seconds % 60, "s");
    }
    if (hours < 3) {
      return minutes + "m";
    }
    if (hours < 8) {
      return two(hours, "h", minutes % 60, "m");
    }
    if (hours < 48) {
      return hours + "h";
    }
    return days < 8 ? two(days, "d", hours % 24, "h") : days + "d";
  }

  private static String two(long large, String unit, long small, String part) {
    return large + unit + (small == 0 ? "" : small + part);
  }
}
