package io.github.talosforge.proxmox;

import java.util.OptionalLong;
import java.util.Set;

/**
 * A storage as a host sees it.
 *
 * @param name its name
 * @param type the kind of storage, such as {@code zfspool}
 * @param content the content types that it takes, such as {@code images}
 * @param enabled whether the administrator allows its use
 * @param active whether it works at this moment
 * @param shared whether it is the same on every host
 * @param total its size in bytes
 * @param used what of it is used
 * @param available what is free
 */
public record StorageSummary(
    String name,
    String type,
    Set<String> content,
    boolean enabled,
    boolean active,
    boolean shared,
    OptionalLong total,
    OptionalLong used,
    OptionalLong available) {
  /** Copies the set. */
  public StorageSummary {
    content = Set.copyOf(content);
  }
}
