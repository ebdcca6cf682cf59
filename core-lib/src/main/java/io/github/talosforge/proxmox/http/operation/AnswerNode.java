package io.github.talosforge.proxmox.http.operation;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.talosforge.proxmox.ErrorKind;
import io.github.talosforge.proxmox.ProxmoxException;
import io.github.talosforge.proxmox.http.ServerText;
import io.github.talosforge.proxmox.property.FlagText;
import io.github.talosforge.proxmox.property.Tags;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;

/**
 * A part of an answer, read leniently: the same field is a number, a text or a boolean depending on
 * the release, the storage plug-in and the moment.
 */
record AnswerNode(JsonNode json) {
  private static final BigDecimal LARGEST = BigDecimal.valueOf(Long.MAX_VALUE);

  /** Some time in the year 5000; whoever tells a later one does not tell a time. */
  private static final long LATEST_SECOND = 100_000_000_000L;

  private static final Pattern SEPARATORS = Pattern.compile("[;,\\s]+");

  List<AnswerNode> items() {
    if (!json.isArray() && !json.isNull()) {
      throw odd("the answer", json, "a list");
    }
    return StreamSupport.stream(json.spliterator(), false).map(AnswerNode::new).toList();
  }

  boolean isMissing() {
    return json.isMissingNode() || json.isNull();
  }

  /** The value itself as a number, also when it comes as a text. */
  int wholeNumber() {
    return smallNumber(
        "the answer",
        number("the answer", text().orElseThrow(() -> odd("the answer", json, "a number"))));
  }

  AnswerNode at(String field) {
    return new AnswerNode(json.path(field));
  }

  /** The fields of an object, or of a list nothing. */
  Map<String, AnswerNode> fields() {
    Map<String, AnswerNode> fields = new LinkedHashMap<>();
    json.properties()
        .forEach(field -> fields.put(field.getKey(), new AnswerNode(field.getValue())));
    return fields;
  }

  /** The value itself as text; absent for null, missing and nested values. */
  Optional<String> text() {
    return json.isValueNode() && !json.isNull() ? Optional.of(json.asText()) : Optional.empty();
  }

  /** A field as text: a name or a value is one line that steers no terminal. */
  Optional<String> text(String field) {
    return at(field)
        .text()
        .filter(text -> !text.isEmpty())
        .map(text -> ServerText.value(field, text));
  }

  String requiredText(String field) {
    return text(field).orElseThrow(() -> odd(field, json.path(field), "a text"));
  }

  OptionalLong number(String field) {
    JsonNode value = json.path(field);
    if (value.canConvertToLong() && value.isIntegralNumber()) {
      return OptionalLong.of(value.longValue());
    }
    Optional<String> text = text(field).map(String::strip).filter(stripped -> !stripped.isEmpty());
    return text.isEmpty() ? OptionalLong.empty() : OptionalLong.of(number(field, text.get()));
  }

  OptionalInt integer(String field) {
    OptionalLong number = number(field);
    return number.isEmpty()
        ? OptionalInt.empty()
        : OptionalInt.of(smallNumber(field, number.getAsLong()));
  }

  int requiredInteger(String field) {
    return integer(field).orElseThrow(() -> odd(field, json.path(field), "a number"));
  }

  OptionalDouble decimal(String field) {
    return text(field).stream()
        .mapToDouble(value -> decimal(field, value).doubleValue())
        .findFirst();
  }

  /** Absent means no. */
  boolean flag(String field) {
    return text(field).map(value -> flag(field, value)).orElse(false);
  }

  boolean flag(String field, boolean whenAbsent) {
    return text(field).map(value -> flag(field, value)).orElse(whenAbsent);
  }

  /** Seconds since 1970, where 0 stands for never. */
  Optional<Instant> instant(String field) {
    OptionalLong seconds = number(field);
    if (seconds.isEmpty() || seconds.getAsLong() == 0) {
      return Optional.empty();
    }
    if (Math.abs(seconds.getAsLong()) > LATEST_SECOND) {
      throw odd(field, json.path(field), "a time");
    }
    return Optional.of(Instant.ofEpochSecond(seconds.getAsLong()));
  }

  /** A list that is written as one text or as a JSON list. */
  Set<String> words(String field) {
    JsonNode value = json.path(field);
    NavigableSet<String> words = new TreeSet<>();
    if (value.isArray()) {
      value.forEach(word -> words.add(word.asText()));
    } else {
      text(field).ifPresent(text -> SEPARATORS.splitAsStream(text).forEach(words::add));
    }
    words.remove("");
    return words;
  }

  /** A tag that breaks the grammar was written by hand; it must not hide the whole list. */
  Tags tags(String field) {
    return Tags.of(words(field).stream().filter(Tags::isTag).toList());
  }

  private boolean flag(String field, String value) {
    return FlagText.read(value).orElseGet(() -> decimal(field, value).signum() != 0);
  }

  private long number(String field, String value) {
    return switch (value) {
      case "true" -> 1;
      case "false" -> 0;
      default -> whole(field, decimal(field, value));
    };
  }

  private long whole(String field, BigDecimal value) {
    if (value.abs().compareTo(LARGEST) > 0) {
      throw odd(field, json.path(field), "a number");
    }
    return value.longValue();
  }

  private int smallNumber(String field, long value) {
    if (value != (int) value) {
      throw odd(field, json.path(field), "a small number");
    }
    return (int) value;
  }

  private BigDecimal decimal(String field, String value) {
    try {
      return new BigDecimal(value.strip());
    } catch (NumberFormatException e) {
      throw odd(field, json.path(field), "a number");
    }
  }

  /** Says that a field is not what it should be. */
  ProxmoxException odd(String field, String expected) {
    return odd(field, json.path(field), expected);
  }

  private static ProxmoxException odd(String field, JsonNode value, String expected) {
    String shown = value.isMissingNode() ? "missing" : value.getNodeType() + " " + value;
    return ProxmoxException.of(
            ErrorKind.PROTOCOL,
            "The answer is not one that Proxmox VE gives: "
                + field
                + " should be "
                + expected
                + " but is "
                + (shown.length() > 80 ? shown.substring(0, 80) + "…" : shown))
        .suggestion(
            "Check that the endpoint is a Proxmox VE host and not something in front of it.")
        .build();
  }
}
