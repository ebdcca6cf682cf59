package io.github.talosforge.secrets;

/**
 * The name of a cluster in Talos' discovery, {@code cluster.id} in its files.
 *
 * @param value the text, which Talos does not look into
 */
public record ClusterId(String value) {

  @Override
  public String toString() {
    return value;
  }
}
