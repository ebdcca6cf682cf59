package io.github.talosforge.proxmox;

import java.util.List;

/**
 * The privilege that a refused call needed.
 *
 * @param path the path of the access control list, such as {@code /vms/100}
 * @param privileges the privileges that were checked; more than one if any of them would do
 */
public record MissingPrivilege(String path, List<String> privileges) {
  /** Copies the privileges. */
  public MissingPrivilege {
    privileges = List.copyOf(privileges);
  }
}
