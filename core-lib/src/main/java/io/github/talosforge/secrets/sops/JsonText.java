package io.github.talosforge.secrets.sops;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.github.talosforge.yaml.ScalarType;
import io.github.talosforge.yaml.UnreadableYamlException;
import io.github.talosforge.yaml.YamlList;
import io.github.talosforge.yaml.YamlMap;
import io.github.talosforge.yaml.YamlScalar;
import io.github.talosforge.yaml.YamlValue;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** JSON as the same values that YAML has. */
final class JsonText {
  private static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private JsonText() {}

  static YamlMap read(String file, String text) {
    try {
      YamlValue value = value(MAPPER.readTree(text));
      if (value instanceof YamlMap map) {
        return map;
      }
      throw new UnreadableYamlException(file, 1, "A JSON object is expected.");
    } catch (JacksonException e) {
      int line = e.getLocation() == null ? 1 : Math.max(1, e.getLocation().getLineNr());
      throw new UnreadableYamlException(file, line, "This is not JSON.");
    }
  }

  private static YamlValue value(JsonNode node) {
    if (node.isObject()) {
      Map<String, YamlValue> entries = new LinkedHashMap<>();
      node.properties().forEach(entry -> entries.put(entry.getKey(), value(entry.getValue())));
      return YamlMap.of(entries);
    }
    if (node.isArray()) {
      List<YamlValue> items = new ArrayList<>();
      node.forEach(item -> items.add(value(item)));
      return YamlList.of(items);
    }
    return node.isTextual() ? YamlScalar.text(node.textValue()) : YamlScalar.plain(node.asText());
  }

  static String write(YamlMap map) {
    StringWriter text = new StringWriter();
    DefaultPrettyPrinter lines = new DefaultPrettyPrinter();
    lines.indentObjectsWith(new DefaultIndenter("\t", "\n"));
    lines.indentArraysWith(new DefaultIndenter("\t", "\n"));
    try (JsonGenerator json = MAPPER.createGenerator(text)) {
      json.setPrettyPrinter(lines);
      write(json, map);
    } catch (IOException e) {
      throw new UncheckedIOException("Writing to memory failed", e);
    }
    return text + "\n";
  }

  private static void write(JsonGenerator json, YamlValue value) throws IOException {
    if (value instanceof YamlMap map) {
      json.writeStartObject();
      for (Map.Entry<String, YamlValue> entry : map.entries().entrySet()) {
        json.writeFieldName(entry.getKey());
        write(json, entry.getValue());
      }
      json.writeEndObject();
    } else if (value instanceof YamlList list) {
      json.writeStartArray();
      for (YamlValue item : list.items()) {
        write(json, item);
      }
      json.writeEndArray();
    } else {
      write(json, (YamlScalar) value);
    }
  }

  private static void write(JsonGenerator json, YamlScalar scalar) throws IOException {
    ScalarType type = scalar.type();
    switch (type) {
      case NULL -> json.writeNull();
      case INTEGER, FLOAT -> json.writeNumber(SopsValue.of(scalar).text());
      case FLAG -> json.writeBoolean(SopsValue.of(scalar).text().equals("True"));
      case TEXT, TIMESTAMP -> json.writeString(scalar.text());
    }
  }
}
