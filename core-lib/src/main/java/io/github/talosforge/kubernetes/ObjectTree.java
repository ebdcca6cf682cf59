package io.github.talosforge.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;

/** An object of any kind; a change gives a changed copy. */
public final class ObjectTree {
  private static final String METADATA = "metadata";

  private final ObjectNode root;

  private ObjectTree(ObjectNode root) {
    this.root = root;
  }

  static ObjectTree of(JsonNode root) {
    return new ObjectTree(root.deepCopy());
  }

  /**
   * Begins an object that says nothing but its place.
   *
   * @param place where it is going to be
   * @return the object
   */
  public static ObjectTree at(ObjectPlace place) {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    root.put("apiVersion", place.kind().apiVersion()).put("kind", place.kind().title());
    ObjectNode metadata = root.putObject(METADATA).put("name", place.name());
    if (!place.namespace().isEmpty()) {
      metadata.put("namespace", place.namespace());
    }
    return new ObjectTree(root);
  }

  /**
   * Reads a text or a number.
   *
   * @param path the names of the fields that lead to it
   * @return its text; empty if there is none
   */
  public Optional<String> text(String... path) {
    JsonNode place = root;
    for (String step : path) {
      place = place.path(step);
    }
    return place.isValueNode() && !place.isNull() ? Optional.of(place.asText()) : Optional.empty();
  }

  /** Returns which version of the object this is; empty before it is written. */
  public String version() {
    return text(METADATA, "resourceVersion").orElse("");
  }

  /** Returns what tells the object from a later one of the same name. */
  public String uid() {
    return text(METADATA, "uid").orElse("");
  }

  /** Returns a copy with a text at a path, whose objects are made where they are missing. */
  public ObjectTree with(String value, String... path) {
    ObjectNode copy = root.deepCopy();
    parent(copy, path).put(path[path.length - 1], value);
    return new ObjectTree(copy);
  }

  /** Returns a copy with a number at a path. */
  public ObjectTree with(long value, String... path) {
    ObjectNode copy = root.deepCopy();
    parent(copy, path).put(path[path.length - 1], value);
    return new ObjectTree(copy);
  }

  private static ObjectNode parent(ObjectNode root, String... path) {
    ObjectNode place = root;
    for (String step : List.of(path).subList(0, path.length - 1)) {
      place = place.get(step) instanceof ObjectNode there ? there : place.putObject(step);
    }
    return place;
  }

  JsonNode root() {
    return root;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ObjectTree tree && tree.root.equals(root);
  }

  @Override
  public int hashCode() {
    return root.hashCode();
  }

  @Override
  public String toString() {
    return root.path("kind").asText() + " " + root.path(METADATA).path("name").asText();
  }
}
