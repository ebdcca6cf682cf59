package io.github.talosforge.simulator.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads parameters from forms and JSON; several values of one name are separated by NUL. */
final class Parameters {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final String SEVERAL = "\0";

  private Parameters() {}

  /** Reads {@code a=1&b=2}. */
  static Map<String, String> form(String text) {
    Map<String, String> values = new LinkedHashMap<>();
    for (String pair : text.split("[&;]", -1)) {
      int equals = pair.indexOf('=');
      if (equals > 0) {
        values.merge(
            decoded(pair.substring(0, equals)),
            decoded(pair.substring(equals + 1)),
            (first, next) -> first + SEVERAL + next);
      }
    }
    return values;
  }

  private static String decoded(String text) {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      // Proxmox leaves a percent sign alone that no two hex digits follow.
      return text;
    }
  }

  /** Reads a JSON object. */
  static Map<String, String> json(byte[] body) {
    Map<String, String> values = new LinkedHashMap<>();
    if (body.length == 0) {
      return values;
    }
    JsonNode root;
    try {
      root = MAPPER.readTree(body);
    } catch (JsonProcessingException e) {
      throw malformed(": " + e.getOriginalMessage(), e);
    } catch (IOException e) {
      throw malformed("", e);
    }
    if (!root.isObject()) {
      throw malformed(": expected an object", null);
    }
    root.properties()
        .forEach(
            field -> {
              if (!field.getValue().isNull()) {
                values.put(field.getKey(), text(field.getValue()));
              }
            });
    return values;
  }

  private static UnreadableRequest malformed(String why, @Nullable Throwable cause) {
    return new UnreadableRequest(500, "malformed JSON" + why, cause);
  }

  private static String text(JsonNode value) {
    if (value.isBoolean()) {
      return value.asBoolean() ? "1" : "0";
    }
    if (value.isArray()) {
      List<String> entries = new ArrayList<>();
      value.forEach(entry -> entries.add(text(entry)));
      return String.join(SEVERAL, entries);
    }
    return value.isValueNode() ? value.asText() : value.toString();
  }
}
