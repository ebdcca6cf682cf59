package io.github.talosforge.machineconfig.document;

import io.github.talosforge.model.FreeYaml;

/**
 * One document of a machine configuration.
 *
 * @param fields its keys and values, {@code kind} and {@code apiVersion} among them
 */
public record ConfigDocument(FreeYaml.Mapping fields) {
  /** The version of all kinds of documents that there are. */
  public static final String API_VERSION = "v1alpha1";

  /**
   * Returns a document of a kind, with nothing but what says which one it is.
   *
   * @param kind the kind, such as {@code HostnameConfig}
   */
  public static Fields ofKind(String kind) {
    return new Fields().put("apiVersion", API_VERSION).put("kind", kind);
  }

  /** Returns a document of a kind that there may be several of. */
  public static Fields ofKind(String kind, String name) {
    return ofKind(kind).put("name", name);
  }

  /** Returns the kind, empty for the main document, which has none. */
  public String kind() {
    return text("kind");
  }

  /** Returns the name, empty where there is none. */
  public String name() {
    return kind().isEmpty() ? "" : text("name");
  }

  /** Tells whether this is the main document, with {@code machine} and {@code cluster}. */
  public boolean isMain() {
    return kind().isEmpty();
  }

  /** Returns what tells documents of a configuration apart. */
  public DocumentId id() {
    return new DocumentId(kind(), name());
  }

  /** Returns which document it is, and nothing of what may be secret in it. */
  @Override
  public String toString() {
    return id().toString();
  }

  private String text(String key) {
    return fields.fields().get(key) instanceof FreeYaml.Scalar scalar
            && scalar.kind() != FreeYaml.Kind.NULL
        ? scalar.text()
        : "";
  }
}
