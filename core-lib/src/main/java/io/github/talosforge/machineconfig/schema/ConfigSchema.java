package io.github.talosforge.machineconfig.schema;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

/**
 * The documents of machine configurations in one version of Talos, and their keys.
 *
 * <p>The keys of all versions are in the resource {@code keys.txt}, one a line, indented by two
 * blanks below the key that they belong to:
 *
 * <pre>{@code
 * VolumeConfig: fields
 *   encryption: fields since 11
 *     keys: []fields
 * }</pre>
 *
 * <p>{@code *} stands before what Talos tells from an empty value, {@code []} and {@code {}} before
 * the items of lists and the values of maps; {@code replaced} and {@code by} say what becomes of
 * two lists, {@code since} and {@code until} in which minor versions a key has this shape.
 */
public final class ConfigSchema {
  /** The name of the main document, which has no kind. */
  public static final String MAIN = "v1alpha1";

  private static final int OLDEST = 9;
  private static final int NEWEST = 13;
  private static final String TEXT = text();
  private static final Map<Integer, ConfigSchema> READ = new ConcurrentHashMap<>();

  private final Map<String, Shape.Keys> documents;

  private ConfigSchema(Map<String, Shape.Keys> documents) {
    this.documents = Collections.unmodifiableSortedMap(new TreeMap<>(documents));
  }

  /**
   * Returns the documents of a version.
   *
   * @param minor the minor version of Talos 1; of what is not known the nearest one that is
   */
  public static ConfigSchema of(int minor) {
    int known = Math.max(OLDEST, Math.min(NEWEST, minor));
    return READ.computeIfAbsent(
        known, version -> new ConfigSchema(new KeyLines(TEXT, version).documents()));
  }

  /** Returns the kinds of documents, the main one among them, and their keys. */
  public Map<String, Shape.Keys> documents() {
    return documents;
  }

  /** Returns the keys of a kind of documents, if this version knows it. */
  public Optional<Shape.Keys> document(String kind) {
    return Optional.ofNullable(documents.get(kind.isEmpty() ? MAIN : kind));
  }

  /** Returns the first minor version that knows a kind of documents, if any does. */
  public static OptionalInt since(String kind) {
    return IntStream.rangeClosed(OLDEST, NEWEST)
        .filter(minor -> of(minor).document(kind).isPresent())
        .findFirst();
  }

  private static String text() {
    try (InputStream in = ConfigSchema.class.getResourceAsStream("keys.txt")) {
      if (in == null) {
        throw new IllegalStateException("The list of keys is not in the library");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("The list of keys cannot be read", e);
    }
  }
}
