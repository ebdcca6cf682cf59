package io.github.talosforge.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeType;
import io.github.talosforge.net.Quote;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What was answered. Whatever else listens there can answer with a document too, and a list that is
 * none would read like a list of nothing: so nothing is read before it is seen to be what was asked
 * for.
 *
 * @param call the method and the address
 * @param document what came
 */
record Answer(String call, JsonNode document) {
  static final String STATUS = "Status";

  private static final int LONGEST_KIND = 60;

  /** Returns the whole list of a kind. */
  List<JsonNode> items(String kind) {
    String list = kind + "List";
    JsonNode items = object(list).path("items");
    if (!items.isArray()) {
      throw strange("a " + list + " without items");
    }
    if (!document.path("metadata").path("continue").asText().isEmpty()) {
      throw strange("the beginning of a " + list + ", of which all was asked for");
    }
    List<JsonNode> all = new ArrayList<>();
    items.forEach(all::add);
    return all;
  }

  /** Returns an object of a kind. */
  JsonNode object(String kind) {
    if (!isA(kind)) {
      throw strange(came() + " instead of a " + kind);
    }
    return document;
  }

  /** Returns the object of a kind that has a name. */
  JsonNode object(String kind, String name) {
    if (!text(object(kind), kind, "name", "metadata").equals(name)) {
      throw strange("another " + kind + " than " + name);
    }
    return document;
  }

  boolean isA(String kind) {
    return document.path("kind").asText().equals(kind);
  }

  /** Sees to it that the server says that it did what it was asked. */
  void requireSuccess() {
    if (!object(STATUS).path("status").asText().equals("Success")) {
      throw strange("a Status that is no success");
    }
  }

  /** Returns the text of a field that no object of the kind is without. */
  String text(JsonNode object, String kind, String field, String... path) {
    JsonNode place = object;
    for (String step : path) {
      place = place.path(step);
    }
    String text = place.path(field).asText();
    if (text.isEmpty()) {
      throw strange("a " + kind + " without " + String.join(".", path) + "." + field);
    }
    return text;
  }

  KubernetesException strange(String what) {
    return ApiTransport.other(call + " was answered with " + what + ".", null);
  }

  private String came() {
    String kind = document.path("kind").asText();
    if (!kind.isEmpty()) {
      return "a " + Quote.of(kind, LONGEST_KIND);
    }
    return document.isObject()
        ? "an object without kind"
        : "no object (" + name(document.getNodeType()) + ")";
  }

  private static String name(JsonNodeType type) {
    return type == JsonNodeType.MISSING ? "nothing" : type.name().toLowerCase(Locale.ROOT);
  }
}
