package io.github.talosforge.proxmox;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The privileges of a user or token.
 *
 * @param byPath for each path of the access control list its privileges, each with whether it also
 *     holds further down
 */
public record Permissions(Map<String, Map<String, Boolean>> byPath) {
  /** Copies the map. */
  public Permissions {
    Map<String, Map<String, Boolean>> copy = new TreeMap<>();
    byPath.forEach((path, privileges) -> copy.put(path, Map.copyOf(privileges)));
    byPath = Map.copyOf(copy);
  }

  /**
   * Tells whether a privilege holds on a path: because it is given there, or because the nearest
   * known path above hands it down. Privileges that come from the pool of a VM are only known when
   * the VM's own path was asked for.
   *
   * @param path for example {@code /vms/100}
   * @param privilege for example {@code VM.Audit}
   * @return true if it holds
   */
  public boolean allows(String path, String privilege) {
    return on(path).contains(privilege);
  }

  /**
   * Tells all privileges that hold on a path.
   *
   * @param path for example {@code /storage/local}
   * @return the names of the privileges, sorted
   */
  public Set<String> on(String path) {
    Map<String, Boolean> own = byPath.get(path);
    if (own != null) {
      return new TreeSet<>(own.keySet());
    }
    Set<String> inherited = new TreeSet<>();
    nearestAbove(path)
        .forEach(
            (privilege, propagates) -> {
              if (propagates) {
                inherited.add(privilege);
              }
            });
    return inherited;
  }

  private Map<String, Boolean> nearestAbove(String path) {
    String above = path;
    while (above.length() > 1) {
      above = above.substring(0, Math.max(1, above.lastIndexOf('/')));
      Map<String, Boolean> privileges = byPath.get(above);
      if (privileges != null) {
        return privileges;
      }
    }
    return Map.of();
  }
}
