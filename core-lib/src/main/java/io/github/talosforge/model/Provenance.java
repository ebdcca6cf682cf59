package io.github.talosforge.model;

import io.github.talosforge.finding.SourceLocation;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Where every value of one node, pool or cluster comes from. */
public final class Provenance {

  private static final Provenance UNKNOWN = new Provenance(null, List.of());

  private final @Nullable SourceLocation self;
  private final List<ExplainedValue> values;
  private final Map<String, ExplainedValue> byKey;

  private Provenance(@Nullable SourceLocation self, List<ExplainedValue> values) {
    this.self = self;
    this.values = List.copyOf(values);
    this.byKey =
        values.stream()
            .collect(
                Collectors.toUnmodifiableMap(
                    ExplainedValue::key, Function.identity(), (first, second) -> first));
  }

  /** Returns the provenance of what was made without a file, such as in a test. */
  public static Provenance unknown() {
    return UNKNOWN;
  }

  /** Returns the provenance of something that stands at a place and has these values. */
  public static Provenance of(@Nullable SourceLocation self, List<ExplainedValue> values) {
    return new Provenance(self, values);
  }

  /** Returns every value with its layer, place and history, in the catalogue's order. */
  public List<ExplainedValue> values() {
    return values;
  }

  /** Returns the history of one value, if anybody or a default said it. */
  public Optional<ExplainedValue> find(String key) {
    return Optional.ofNullable(byKey.get(key));
  }

  /**
   * Returns the place a finding about a key should point at: the value's own, else that of the
   * section it belongs to, else the place of the node, pool or cluster itself.
   */
  public @Nullable SourceLocation nearest(String key) {
    for (String path = key; !path.isEmpty(); path = parent(path)) {
      Optional<SourceLocation> place = find(path).flatMap(value -> value.origin().location());
      if (place.isPresent()) {
        return place.get();
      }
    }
    return self;
  }

  /** Tells whether the user wrote the value, in whatever layer. */
  public boolean isWritten(String key) {
    return find(key).filter(value -> !value.origin().layer().isBuiltIn()).isPresent();
  }

  private static String parent(String path) {
    int dot = path.lastIndexOf('.');
    return dot < 0 ? "" : path.substring(0, dot);
  }

  /** Two specs are equal when they want the same, wherever that was written. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Provenance;
  }

  @Override
  public int hashCode() {
    return Provenance.class.hashCode();
  }

  @Override
  public String toString() {
    return "Provenance[" + values.size() + " values]";
  }
}
