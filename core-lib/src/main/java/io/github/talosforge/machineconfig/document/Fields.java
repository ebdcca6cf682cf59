package io.github.talosforge.machineconfig.document;

import io.github.talosforge.model.FreeYaml;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A map of YAML that is being written, its keys in the order that they are put. */
public final class Fields {
  private final Map<String, FreeYaml> entries = new LinkedHashMap<>();

  /** Puts any value. */
  public Fields put(String key, FreeYaml value) {
    entries.put(key, value);
    return this;
  }

  /** Puts a text. */
  public Fields put(String key, String text) {
    return put(key, text(text));
  }

  /** Puts a number. */
  public Fields put(String key, long number) {
    return put(key, new FreeYaml.Scalar(Long.toString(number), FreeYaml.Kind.NUMBER));
  }

  /** Puts true or false. */
  public Fields put(String key, boolean flag) {
    return put(key, new FreeYaml.Scalar(Boolean.toString(flag), FreeYaml.Kind.FLAG));
  }

  /** Puts a map. */
  public Fields put(String key, Fields fields) {
    return put(key, fields.mapping());
  }

  /** Puts a text if there is one. */
  public Fields put(String key, Optional<String> text) {
    return text.isPresent() ? put(key, text.get()) : this;
  }

  /** Puts true, or nothing. */
  public Fields putIf(String key, boolean wanted) {
    return wanted ? put(key, true) : this;
  }

  /** Puts a list of texts, even an empty one. */
  public Fields put(String key, List<String> texts) {
    return put(key, texts(texts));
  }

  /** Puts a list of texts unless it is empty. */
  public Fields putUnlessEmpty(String key, List<String> texts) {
    return texts.isEmpty() ? this : put(key, texts);
  }

  /** Puts a map of texts unless it is empty. */
  public Fields putUnlessEmpty(String key, Map<String, String> texts) {
    Fields fields = new Fields();
    texts.forEach(fields::put);
    return putUnlessEmpty(key, fields);
  }

  /** Puts a map unless it is empty. */
  public Fields putUnlessEmpty(String key, Fields fields) {
    return fields.entries.isEmpty() ? this : put(key, fields);
  }

  /** Puts a list unless it is empty. */
  public Fields putItemsUnlessEmpty(String key, List<? extends FreeYaml> items) {
    return items.isEmpty() ? this : put(key, new FreeYaml.Sequence(List.copyOf(items)));
  }

  /** Returns the map as it is now. */
  public FreeYaml.Mapping mapping() {
    return new FreeYaml.Mapping(entries);
  }

  /** Returns a text as YAML. */
  public static FreeYaml.Scalar text(String text) {
    return new FreeYaml.Scalar(text, FreeYaml.Kind.TEXT);
  }

  /** Returns texts as a list of YAML. */
  public static FreeYaml.Sequence texts(List<String> texts) {
    return new FreeYaml.Sequence(texts.stream().<FreeYaml>map(Fields::text).toList());
  }
}
