package io.github.talosforge.provision;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Random;

/** Answers that are nearly right: one place of the tree, or the text as a whole. */
record OddJson(Random random) {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final List<String> VALUES =
      List.of(
          "null",
          "{}",
          "[]",
          "\"\"",
          "\"x\"",
          "-1",
          "1e308",
          "true",
          "9223372036854775808",
          "\"%00\\u0000\\u202e\"",
          "[[[[[[]]]]]]",
          "{\"\":null}",
          "\"1,2=3;4\"");

  String of(String valid) {
    return switch (random.nextInt(8)) {
      case 0 -> valid.substring(0, random.nextInt(valid.length()));
      case 1 ->
          List.of("", "<html>502</html>", "null", "[]", "{}", "{\"data\":").get(random.nextInt(6));
      case 2 -> "[".repeat(5_000);
      default -> changed(read(valid)).toString();
    };
  }

  private JsonNode changed(JsonNode tree) {
    JsonNode place = tree;
    while (true) {
      int size = place.size();
      if (size == 0) {
        return tree;
      }
      int which = random.nextInt(size);
      JsonNode child =
          place.isArray()
              ? place.get(which)
              : List.copyOf(place.properties()).get(which).getValue();
      if (child.size() == 0 || random.nextInt(4) == 0) {
        replace(place, which);
        return tree;
      }
      place = child;
    }
  }

  private void replace(JsonNode place, int which) {
    JsonNode value = read(VALUES.get(random.nextInt(VALUES.size())));
    if (place instanceof ArrayNode list) {
      list.set(which, value);
    } else if (place instanceof ObjectNode map) {
      String key = List.copyOf(place.properties()).get(which).getKey();
      if (random.nextBoolean()) {
        map.set(key, value);
      } else {
        map.remove(key);
      }
    }
  }

  private static JsonNode read(String text) {
    try {
      return JSON.readTree(text);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(text, e);
    }
  }
}
