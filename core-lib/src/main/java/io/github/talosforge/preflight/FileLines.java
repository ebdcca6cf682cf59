package io.github.talosforge.preflight;

import io.github.talosforge.finding.SourceLocation;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.ExplainedValue;
import io.github.talosforge.model.NodeSpec;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Finds the line of the user's files that names a thing of Proxmox. */
final class FileLines {
  private final List<ExplainedValue> values;

  FileLines(ClusterSpec spec) {
    this.values =
        Stream.concat(
                spec.provenance().values().stream(),
                spec.nodes().stream()
                    .map(NodeSpec::provenance)
                    .flatMap(provenance -> provenance.values().stream()))
            .toList();
  }

  /**
   * Returns where a name stands.
   *
   * @param key how the keys end that can name it, such as {@code storage}
   * @param name the name
   * @return the first place; null if only a default names it, or it is part of a longer value
   */
  @Nullable SourceLocation of(String key, String name) {
    return values.stream()
        .filter(value -> value.key().endsWith(key) && value.value().equals(name))
        .flatMap(value -> value.origin().location().stream())
        .findFirst()
        .orElse(null);
  }
}
