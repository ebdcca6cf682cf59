package io.github.talosforge.kubernetes;

/**
 * Where an object is, whether or not it is there.
 *
 * @param kind its kind
 * @param namespace its namespace; empty for kinds without
 * @param name its name
 */
public record ObjectPlace(ObjectKind kind, String namespace, String name) {
  String path() {
    return kind.path(namespace) + "/" + name;
  }

  @Override
  public String toString() {
    return kind.title() + " " + (namespace.isEmpty() ? "" : namespace + "/") + name;
  }
}
