package io.github.talosforge.machineconfig.document;

/**
 * What tells the documents of a configuration apart.
 *
 * @param kind the kind, empty for the main document
 * @param name the name, empty where there is none
 */
public record DocumentId(String kind, String name) {

  /** Tells whether this is the main document, with {@code machine} and {@code cluster}. */
  public boolean isMain() {
    return kind.isEmpty();
  }

  /** Returns the document in the user's words, such as {@code VolumeConfig EPHEMERAL}. */
  @Override
  public String toString() {
    if (isMain()) {
      return "v1alpha1";
    }
    return name.isEmpty() ? kind : kind + " " + name;
  }
}
