package io.github.talosforge.preflight;

import io.github.talosforge.proxmox.Permissions;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A right that a change needs: one of several privileges, on one of several paths.
 *
 * @param paths where it may be held; the first is the one to ask for
 * @param privileges what may be held; the first is the one to ask for
 */
record NeededRight(List<String> paths, List<String> privileges) {
  NeededRight {
    paths = List.copyOf(paths);
    privileges = List.copyOf(privileges);
  }

  static NeededRight on(String path, String... privileges) {
    return new NeededRight(List.of(path), Arrays.asList(privileges));
  }

  boolean isHeld(Permissions permissions) {
    return paths.stream()
        .anyMatch(path -> privileges.stream().anyMatch(each -> permissions.allows(path, each)));
  }

  /** Returns the right in words, such as {@code VM.Clone on /vms/9000}. */
  @Override
  public String toString() {
    return privileges.get(0)
        + " on "
        + paths.stream().distinct().collect(Collectors.joining(" or "));
  }
}
