package io.github.talosforge.access;

import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Privileges that are needed on some paths of Proxmox VE's access control, as one role.
 *
 * @param role the role's name
 * @param privileges the privileges
 * @param paths the paths that the role is needed on
 * @param why what needs them, for people
 * @param optional whether Talosforge also works without, in a lesser way
 */
public record Grant(
    String role,
    SortedSet<String> privileges,
    SortedSet<String> paths,
    String why,
    boolean optional) {
  /** Keeps own copies of the sets. */
  public Grant {
    privileges = Collections.unmodifiableSortedSet(new TreeSet<>(privileges));
    paths = Collections.unmodifiableSortedSet(new TreeSet<>(paths));
  }
}
