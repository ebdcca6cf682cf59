package io.github.talosforge.config.schema;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.talosforge.config.catalogue.Key;
import io.github.talosforge.config.catalogue.Place;
import io.github.talosforge.config.catalogue.ScalarType;
import io.github.talosforge.config.catalogue.SectionType;
import io.github.talosforge.model.Layer;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Maps with known keys. A key that stands in several places is defined once. */
final class SectionSchema {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final List<Layer> BUILT_IN =
      List.of(Layer.BUILT_IN, Layer.BUILT_IN_CONTROL_PLANE, Layer.BUILT_IN_WORKER);

  private final ObjectNode definitions = JSON.objectNode();
  private final Map<Key<?>, String> names = new HashMap<>();
  private final Map<Place, String> places = new HashMap<>();
  private final ValueSchema values = new ValueSchema(this);

  ObjectNode definitions() {
    return definitions;
  }

  /** Returns a section, or where it is defined: those of files repeat. */
  ObjectNode reference(SectionType section) {
    if (section.place() == Place.NESTED) {
      return of(section);
    }
    String known = places.get(section.place());
    if (known == null) {
      known = section.place().name().toLowerCase(Locale.ROOT).replace('_', '-');
      places.put(section.place(), known);
      definitions.putObject(known);
      definitions.set(known, of(section));
    }
    return JSON.objectNode().put("$ref", "#/$defs/" + known);
  }

  ObjectNode of(SectionType section) {
    ObjectNode schema = JSON.objectNode().put("type", "object");
    ObjectNode properties = schema.putObject("properties");
    ArrayNode present = JSON.arrayNode();
    for (Key<?> key : section.keys().keys()) {
      String preferred = key.nameIn(section.place());
      ObjectNode value = section.place() == Place.NESTED ? key(key) : defined(key);
      properties.set(preferred, value);
      Set<String> others = new TreeSet<>(key.allNames());
      others.remove(preferred);
      others.forEach(other -> properties.set(other, alias(value, preferred)));
      if (key.required()) {
        present.add(oneOf(preferred, others));
      }
    }
    schema.put("additionalProperties", false);
    if (!present.isEmpty()) {
      schema.set("allOf", present);
    }
    return schema;
  }

  private static ObjectNode alias(ObjectNode value, String preferred) {
    ObjectNode alias = value.deepCopy();
    alias.put("description", "Read as '" + preferred + "'; write that.");
    return alias.put("deprecated", true);
  }

  private static ObjectNode oneOf(String preferred, Set<String> others) {
    ObjectNode named = JSON.objectNode();
    named.putArray("required").add(preferred);
    if (others.isEmpty()) {
      return named;
    }
    ObjectNode any = JSON.objectNode();
    ArrayNode ways = any.putArray("anyOf").add(named);
    others.forEach(other -> ways.addObject().putArray("required").add(other));
    return any;
  }

  private ObjectNode defined(Key<?> key) {
    String name = names.get(key);
    if (name == null) {
      name = definitions.has(key.name()) ? key.name() + "-" + names.size() : key.name();
      names.put(key, name);
      definitions.putObject(name);
      definitions.set(name, key(key));
    }
    return JSON.objectNode().put("$ref", "#/$defs/" + name);
  }

  private ObjectNode key(Key<?> key) {
    ObjectNode schema = JSON.objectNode();
    schema.put("description", description(key));
    schema.setAll(values.of(key.type(), Sample.of(key.example()), isNullable(key)));
    key.defaultIn(Layer.BUILT_IN).ifPresent(text -> schema.set("default", Sample.of(text).json()));
    schema.putArray("examples").add(Sample.of(key.example()).json());
    return schema;
  }

  private static String description(Key<?> key) {
    String expected =
        key.type() instanceof SectionType ? "" : " Takes " + key.type().expected() + ".";
    return key.description() + expected + byRole(key);
  }

  private static String byRole(Key<?> key) {
    Optional<String> controlPlane = key.defaultIn(Layer.BUILT_IN_CONTROL_PLANE);
    Optional<String> worker = key.defaultIn(Layer.BUILT_IN_WORKER);
    return controlPlane.isPresent() && worker.isPresent()
        ? " The default is %s on control planes and %s on workers."
            .formatted(controlPlane.get(), worker.get())
        : "";
  }

  /** Null takes back what weaker layers say, where there is a meaning without a value. */
  private static boolean isNullable(Key<?> key) {
    boolean preset = BUILT_IN.stream().anyMatch(layer -> key.defaultIn(layer).isPresent());
    return !key.required() && !(preset && key.type() instanceof ScalarType<?>);
  }
}
