package io.github.talosforge.model;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What an image contains besides Talos.
 *
 * @param extensions the system extensions
 * @param kernelArgs more kernel arguments
 * @param overlay the board support
 */
public record SchematicSpec(
    List<String> extensions, List<String> kernelArgs, Optional<Overlay> overlay) {

  /** Keeps own copies of the lists. */
  public SchematicSpec {
    extensions = List.copyOf(extensions);
    kernelArgs = List.copyOf(kernelArgs);
  }

  /**
   * The support of a board.
   *
   * @param name the overlay's name
   * @param image the image that it comes from
   * @param options its options
   */
  public record Overlay(String name, String image, Map<String, String> options) {
    /** Keeps an own copy, sorted by name. */
    public Overlay {
      options = Collections.unmodifiableSortedMap(new TreeMap<>(options));
    }
  }
}
