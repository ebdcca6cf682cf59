package io.github.talosforge.model;

import io.github.talosforge.finding.SourceLocation;
import java.util.Optional;

/**
 * Who said a value.
 *
 * @param layer the layer that it was written in
 * @param location the place in the user's file, absent for built-in values
 */
public record Origin(Layer layer, Optional<SourceLocation> location) {

  /** Returns the origin of a value that nobody wrote. */
  public static Origin builtIn(Layer layer) {
    return new Origin(layer, Optional.empty());
  }

  /** Returns the origin of a value that stands in a file. */
  public static Origin written(Layer layer, SourceLocation location) {
    return new Origin(layer, Optional.of(location));
  }

  /** Returns the origin as an explanation prints it, such as {@code nodes.yaml:4:7 (node)}. */
  @Override
  public String toString() {
    return location.map(place -> place + " (" + layer.label() + ")").orElse(layer.label());
  }
}
