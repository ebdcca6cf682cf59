package io.github.talosforge.talos;

/**
 * A resource of a machine, as {@code talosctl get} shows it.
 *
 * @param namespace its namespace
 * @param type its type, such as {@code Members.cluster.talos.dev}
 * @param id its name
 * @param version how often it changed
 * @param yaml what it says; the sensitive ones are secret
 */
public record TalosResource(String namespace, String type, String id, String version, String yaml) {

  /** Returns its name, and nothing of what it says. */
  @Override
  public String toString() {
    return namespace + "/" + type + "/" + id + "@" + version;
  }
}
