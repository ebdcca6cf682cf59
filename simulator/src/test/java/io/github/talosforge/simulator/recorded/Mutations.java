package io.github.talosforge.simulator.recorded;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Changes the answer of a step in one place at a time: every value, key, entry and type. */
final class Mutations {
  private static final JsonNode ADDED = TextNode.valueOf("added");
  private static final JsonNode NOTHING = NullNode.getInstance();

  private final ObjectNode step;
  private BiConsumer<String, JsonNode> each = (place, changed) -> {};

  Mutations(JsonNode step) {
    this.step = step.deepCopy();
  }

  /** Shows the step with each change; afterwards it is as before. */
  void forEach(BiConsumer<String, JsonNode> visitor) {
    each = visitor;
    for (String part : Facts.PARTS) {
      if (step.has(part)) {
        inKey(step, part, part);
      } else if (!part.equals("data")) {
        put(step, part, ADDED, part + " added");
        step.remove(part);
      }
    }
  }

  private void inKey(ObjectNode parent, String key, String place) {
    JsonNode was = parent.get(key);
    parent.remove(key);
    each.accept(place + " removed", step);
    others(was).forEach(other -> put(parent, key, other, place + " = " + other));
    parent.set(key, was);
    inside(was, place);
  }

  private void put(ObjectNode parent, String key, JsonNode value, String what) {
    parent.set(key, value);
    each.accept(what, step);
  }

  private void inEntry(ArrayNode parent, int index, String place) {
    JsonNode was = parent.get(index);
    parent.remove(index);
    each.accept(place + " removed", step);
    parent.insert(index, was);
    for (JsonNode other : others(was).toList()) {
      parent.set(index, other);
      each.accept(place + " = " + other, step);
    }
    parent.set(index, was);
    inside(was, place);
  }

  private void inside(JsonNode node, String place) {
    if (node instanceof ObjectNode object) {
      put(object, "added", ADDED, place + ".added");
      object.remove("added");
      List<String> keys = object.properties().stream().map(Map.Entry::getKey).toList();
      keys.forEach(key -> inKey(object, key, place + "." + key));
    } else if (node instanceof ArrayNode list) {
      list.add(ADDED);
      each.accept(place + "[added]", step);
      list.remove(list.size() - 1);
      IntStream.range(0, list.size()).forEach(i -> inEntry(list, i, place + "[" + i + "]"));
    }
  }

  /** Another value of the same type, another type, and nothing at all. */
  private static Stream<JsonNode> others(JsonNode was) {
    if (was.isContainerNode()) {
      return Stream.of(NOTHING);
    }
    if (was.isNull()) {
      return Stream.of(ADDED, IntNode.valueOf(0));
    }
    return was.isTextual()
        ? Stream.of(TextNode.valueOf(was.asText() + "?"), IntNode.valueOf(424242), NOTHING)
        : Stream.of(IntNode.valueOf(was.asInt() + 1), TextNode.valueOf(was.asText()), NOTHING);
  }
}
