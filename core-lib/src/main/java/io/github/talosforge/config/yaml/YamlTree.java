package io.github.talosforge.config.yaml;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import io.github.talosforge.finding.Finding;
import io.github.talosforge.finding.FindingArea;
import io.github.talosforge.finding.Severity;
import io.github.talosforge.finding.SourceLocation;
import io.github.talosforge.model.FreeYaml;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Builds the tree of one document, following aliases and merge keys within bounds. */
final class YamlTree {
  private static final int DEEPEST = 64;
  private static final int MOST_ALIASED = 100_000;
  private static final String MERGE = "<<";

  private final String file;
  private final YAMLParser parser;
  private final Map<String, YamlNode> anchors = new HashMap<>();
  private final List<Finding> findings = new ArrayList<>();
  private int aliased;

  YamlTree(String file, YAMLParser parser) {
    this.file = file;
    this.parser = parser;
  }

  List<Finding> findings() {
    return findings;
  }

  SourceLocation here() {
    JsonLocation place = parser.currentTokenLocation();
    return new SourceLocation(
        file, Math.max(1, place.getLineNr()), Math.max(1, place.getColumnNr()));
  }

  /** Reads the map whose first token is the current one. */
  YamlNode.Mapping mapping(int depth) throws IOException {
    SourceLocation start = here();
    String anchor = anchor();
    Map<String, YamlNode.Entry> entries = new LinkedHashMap<>();
    List<YamlNode.Mapping> merged = new ArrayList<>();
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String key = parser.currentName();
      SourceLocation keyPlace = here();
      JsonToken unused = parser.nextToken();
      YamlNode value = node(depth + 1);
      if (key.equals(MERGE)) {
        merged.addAll(mergeSources(keyPlace, value));
      } else {
        put(entries, key, new YamlNode.Entry(keyPlace, value));
      }
    }
    merged.forEach(source -> source.entries().forEach(entries::putIfAbsent));
    return remember(anchor, new YamlNode.Mapping(entries, start, size(entries)));
  }

  private void put(Map<String, YamlNode.Entry> entries, String key, YamlNode.Entry entry) {
    YamlNode.Entry first = entries.putIfAbsent(key, entry);
    if (first != null) {
      findings.add(
          new Finding(
              FindingArea.FILES,
              "TF-YAML-DUPLICATE-KEY",
              Severity.ERROR,
              entry.keyLocation(),
              "The key '"
                  + key
                  + "' stands here a second time; line "
                  + first.keyLocation().line()
                  + " has it already.",
              "Remove one of the two."));
    }
  }

  private List<YamlNode.Mapping> mergeSources(SourceLocation place, YamlNode value) {
    List<YamlNode> sources =
        value instanceof YamlNode.Sequence sequence ? sequence.items() : List.of(value);
    List<YamlNode.Mapping> maps = new ArrayList<>();
    for (YamlNode source : sources) {
      if (!(source instanceof YamlNode.Mapping map)) {
        throw new YamlRefusal(
            "TF-YAML-MERGE",
            place,
            "The merge key '<<' takes a map or a list of maps, and this is neither.",
            "Write '<<: *anchor', where '&anchor' stands before a map.");
      }
      maps.add(map);
    }
    return maps;
  }

  private YamlNode node(int depth) throws IOException {
    if (depth > DEEPEST) {
      throw new YamlRefusal(
          "TF-YAML-DEPTH", here(), "Values are nested deeper than " + DEEPEST + " levels.", null);
    }
    refuseTag();
    if (parser.isCurrentAlias()) {
      return alias(parser.getText());
    }
    JsonToken token = parser.currentToken();
    if (token == JsonToken.START_OBJECT) {
      return mapping(depth);
    }
    return token == JsonToken.START_ARRAY ? sequence(depth) : scalar(token);
  }

  private YamlNode.Sequence sequence(int depth) throws IOException {
    SourceLocation start = here();
    String anchor = anchor();
    List<YamlNode> items = new ArrayList<>();
    int size = 1;
    for (JsonToken token = parser.nextToken();
        token != null && token != JsonToken.END_ARRAY;
        token = parser.nextToken()) {
      YamlNode item = node(depth + 1);
      items.add(item);
      size += item.size();
    }
    return remember(anchor, new YamlNode.Sequence(items, start, size));
  }

  private YamlNode.Scalar scalar(@Nullable JsonToken token) throws IOException {
    String text = parser.getText();
    FreeYaml.Kind kind = kind(token);
    return remember(anchor(), new YamlNode.Scalar(text == null ? "" : text, kind, here()));
  }

  private static FreeYaml.Kind kind(@Nullable JsonToken token) {
    if (token == null || token == JsonToken.VALUE_NULL) {
      return FreeYaml.Kind.NULL;
    }
    if (token.isBoolean()) {
      return FreeYaml.Kind.FLAG;
    }
    return token.isNumeric() ? FreeYaml.Kind.NUMBER : FreeYaml.Kind.TEXT;
  }

  /** An anchor counts once its value is complete, so that no value can contain itself. */
  private YamlNode alias(String name) {
    YamlNode target = anchors.get(name);
    if (target == null) {
      throw new YamlRefusal(
          "TF-YAML-ALIASES",
          here(),
          "No complete value before this place has the anchor '&" + name + "'.",
          "Write the anchor before the alias, and not around it.");
    }
    aliased += target.size();
    if (aliased > MOST_ALIASED) {
      throw new YamlRefusal(
          "TF-YAML-ALIASES",
          here(),
          "Aliases repeat more than " + MOST_ALIASED + " values up to here; no cluster needs that.",
          "Use pools instead of repeated nodes.");
    }
    return target;
  }

  private void refuseTag() throws IOException {
    Object tag = parser.getTypeId();
    if (tag != null && !tag.equals("tag:yaml.org,2002:str")) {
      throw new YamlRefusal(
          "TF-YAML-TAG",
          here(),
          "The tag '!" + tag + "' is not read; the reference says what kind of value a key takes.",
          "Remove the tag.");
    }
  }

  private @Nullable String anchor() throws IOException {
    return parser.getObjectId();
  }

  private <N extends YamlNode> N remember(@Nullable String anchor, N node) {
    if (anchor != null) {
      anchors.put(anchor, node);
    }
    return node;
  }

  private static int size(Map<String, YamlNode.Entry> entries) {
    return 1 + entries.values().stream().mapToInt(entry -> entry.value().size()).sum();
  }
}
