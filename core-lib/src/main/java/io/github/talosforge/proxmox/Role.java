package io.github.talosforge.proxmox;

import java.util.Set;

/**
 * A role.
 *
 * @param name its name
 * @param privileges its privileges
 * @param builtIn whether it comes with Proxmox VE and cannot be changed
 */
public record Role(String name, Set<String> privileges, boolean builtIn) {
  /** Copies the privileges. */
  public Role {
    privileges = Set.copyOf(privileges);
  }
}
