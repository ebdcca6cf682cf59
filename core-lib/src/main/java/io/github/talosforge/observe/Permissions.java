package io.github.talosforge.observe;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What the credentials may do.
 *
 * @param privileges by path, the privileges and whether each holds for the paths below too
 */
public record Permissions(Map<String, Map<String, Boolean>> privileges) {

  /** Keeps an own copy, sorted. */
  public Permissions {
    SortedMap<String, Map<String, Boolean>> copy = new TreeMap<>();
    privileges.forEach((path, held) -> copy.put(path, new TreeMap<>(held)));
    privileges = Collections.unmodifiableSortedMap(copy);
  }

  /**
   * Tells whether a privilege is held on a path. Proxmox lists every path that has entries of its
   * own; any other path has what the nearest listed one above it hands down.
   */
  public boolean has(String path, String privilege) {
    Map<String, Boolean> own = privileges.get(path);
    if (own != null) {
      return own.containsKey(privilege);
    }
    for (String above = parent(path); !above.isEmpty(); above = parent(above)) {
      Map<String, Boolean> held = privileges.get(above);
      if (held != null) {
        return held.getOrDefault(privilege, false);
      }
    }
    return false;
  }

  private static String parent(String path) {
    if (path.equals("/") || path.isEmpty()) {
      return "";
    }
    int slash = path.lastIndexOf('/');
    return slash <= 0 ? "/" : path.substring(0, slash);
  }
}
