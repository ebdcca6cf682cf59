package io.github.talosforge.config.schema;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.talosforge.config.catalogue.ChoiceType;
import io.github.talosforge.config.catalogue.DecimalType;
import io.github.talosforge.config.catalogue.FlagType;
import io.github.talosforge.config.catalogue.FreeType;
import io.github.talosforge.config.catalogue.IntegerType;
import io.github.talosforge.config.catalogue.ListType;
import io.github.talosforge.config.catalogue.MapType;
import io.github.talosforge.config.catalogue.ScalarType;
import io.github.talosforge.config.catalogue.SectionType;
import io.github.talosforge.config.catalogue.TextType;
import io.github.talosforge.config.catalogue.ValueType;
import io.github.talosforge.model.InvalidValueException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Kinds of values. Talosforge reads the text that was typed, so quoted numbers are numbers too. */
final class ValueSchema {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final List<String> FLAGS = List.of("true", "false", "yes", "no", "on", "off");

  /** Texts that YAML takes for numbers. */
  private static final List<String> NUMBERS =
      List.of("-1", "0", "1", "7", "20", "100", "2000", "65000", "1.5", "0x5000c500a1b2c3d4");

  private final SectionSchema sections;

  ValueSchema(SectionSchema sections) {
    this.sections = sections;
  }

  ObjectNode of(ValueType<?> type, Sample sample, boolean nullable) {
    if (type instanceof ScalarType<?> scalar) {
      return scalar(scalar, sample, nullable);
    }
    if (type instanceof FreeType) {
      return typed(nullable, "object", "array", "string", "number", "boolean");
    }
    if (type instanceof ListType<?> list) {
      return list(list, sample, nullable);
    }
    if (type instanceof MapType<?> map) {
      return map(map, sample, nullable);
    }
    return section((SectionType) type, sample, nullable);
  }

  private static ObjectNode typed(boolean nullable, String... types) {
    ObjectNode schema = JSON.objectNode();
    if (types.length == 1 && !nullable) {
      return schema.put("type", types[0]);
    }
    ArrayNode names = schema.putArray("type");
    List.of(types).forEach(names::add);
    if (nullable) {
      names.add("null");
    }
    return schema;
  }

  private static ObjectNode scalar(ScalarType<?> type, Sample sample, boolean nullable) {
    if (type instanceof IntegerType number) {
      ObjectNode schema = typed(nullable, "integer", "string");
      schema.put("pattern", NumberForm.whole(number.min(), number.max()));
      return schema.put("minimum", number.min()).put("maximum", number.max());
    }
    if (type instanceof DecimalType number) {
      ObjectNode schema = typed(nullable, "number", "string");
      schema.put("pattern", NumberForm.decimal(number.min(), number.max()));
      return schema.put("minimum", number.min()).put("maximum", number.max());
    }
    if (type instanceof FlagType flag) {
      return typed(nullable, "boolean", "string").put("pattern", flag(flag));
    }
    return type instanceof ChoiceType<?> choice
        ? choice(choice, nullable)
        : text((TextType<?>) type, sample, nullable);
  }

  private static String flag(FlagType type) {
    return Stream.concat(FLAGS.stream(), new TreeSet<>(type.words().keySet()).stream())
        .map(ValueSchema::eitherCase)
        .collect(Collectors.joining("|", "^(", ")$"));
  }

  /** Returns a pattern of a word whose letters may be of either case. */
  private static String eitherCase(String word) {
    return word.chars()
        .mapToObj(Character::toString)
        .map(letter -> letter.equals(upper(letter)) ? letter : "[" + upper(letter) + letter + "]")
        .collect(Collectors.joining());
  }

  private static ObjectNode choice(ChoiceType<?> type, boolean nullable) {
    ObjectNode schema = JSON.objectNode();
    ArrayNode words = schema.putArray("enum");
    Set<String> synonyms = new TreeSet<>(type.synonyms().keySet());
    Stream.concat(type.words().keySet().stream(), synonyms.stream())
        .forEach(
            word -> {
              words.add(word);
              Sample said = Sample.of(word);
              if (!said.json().isTextual()) {
                words.add(said.json());
              }
            });
    if (nullable) {
      words.addNull();
    }
    return schema;
  }

  private static ObjectNode text(TextType<?> type, Sample sample, boolean nullable) {
    Stream<String> numbers =
        NUMBERS.stream().anyMatch(text -> accepts(type, text))
            ? Stream.of("number")
            : Stream.empty();
    Stream<String> flags = accepts(type, "true") ? Stream.of("boolean") : Stream.empty();
    String[] types =
        Stream.of(Stream.of("string"), numbers, flags).flatMap(one -> one).toArray(String[]::new);
    ObjectNode schema = typed(nullable, types);
    form(type, sample).ifPresent(form -> schema.put("pattern", "^(?:" + form + ")$"));
    return schema;
  }

  /** A grammar that takes letters of either case may state its form in one: that is no form. */
  private static Optional<String> form(TextType<?> type, Sample sample) {
    return type.form()
        .filter(
            form ->
                sample.texts().stream()
                    .flatMap(text -> Stream.of(text, lower(text), upper(text)))
                    .filter(text -> accepts(type, text))
                    .allMatch(text -> Pattern.matches(form, text)));
  }

  private static String lower(String text) {
    return text.toLowerCase(Locale.ROOT);
  }

  private static String upper(String text) {
    return text.toUpperCase(Locale.ROOT);
  }

  private static boolean accepts(ScalarType<?> type, String text) {
    try {
      Object unused = type.parse(text);
      return true;
    } catch (InvalidValueException e) {
      return false;
    }
  }

  /** A single entry may be written without its dash. */
  private ObjectNode list(ListType<?> type, Sample sample, boolean nullable) {
    ObjectNode element = of(type.element(), sample, false);
    ObjectNode entries = typed(nullable, "array");
    entries.set("items", element);
    if (type.most() != Integer.MAX_VALUE) {
      entries.put("maxItems", type.most());
    }
    ObjectNode schema = JSON.objectNode();
    schema.putArray("anyOf").add(entries).add(element);
    return schema;
  }

  private ObjectNode map(MapType<?> type, Sample sample, boolean nullable) {
    ObjectNode schema = typed(nullable, "object");
    if (type.name() instanceof TextType<?> names) {
      names
          .form()
          .ifPresent(
              form -> schema.putObject("propertyNames").put("pattern", "^(?:" + form + ")$"));
    }
    schema.set("additionalProperties", of(type.element(), sample, true));
    return schema;
  }

  /** A map is always one with the section's keys. */
  private static ObjectNode just(ObjectNode shorthand) {
    shorthand.putObject("not").put("type", "object");
    return shorthand;
  }

  private ObjectNode section(SectionType type, Sample sample, boolean nullable) {
    ObjectNode keys = sections.reference(type);
    if (type.shorthand().isEmpty() && !nullable) {
      return keys;
    }
    ObjectNode schema = JSON.objectNode();
    ArrayNode ways = schema.putArray("anyOf").add(keys);
    type.shorthand()
        .flatMap(type.keys()::find)
        .ifPresent(key -> ways.add(just(of(key.type(), sample, false))));
    if (nullable) {
      ways.addObject().put("type", "null");
    }
    return schema;
  }
}
