package io.github.talosforge.machineconfig.patch;

import java.util.Map;

/**
 * Something that a patch takes away.
 *
 * @param path where it is; the document itself if the path is the root
 * @param selector the key and value by which an item of the list at the path is found; the path's
 *     own value if it is empty
 */
record Deletion(ConfigPath path, Map.Entry<String, String> selector) {
  private static final Map.Entry<String, String> NONE = Map.entry("", "");

  static Deletion of(ConfigPath path) {
    return new Deletion(path, NONE);
  }

  boolean isOfItem() {
    return !selector.equals(NONE);
  }
}
