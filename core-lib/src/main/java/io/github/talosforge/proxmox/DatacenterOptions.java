package io.github.talosforge.proxmox;

import java.util.Optional;
import java.util.Set;

/**
 * Options of the whole cluster.
 *
 * @param tagRule who may set which tags, the first part of {@code user-tag-access}; absent if it
 *     was never set, or may not be seen
 * @param allowedTags tags that the client may set whatever the rule is
 */
public record DatacenterOptions(Optional<String> tagRule, Set<String> allowedTags) {
  /** Copies the set. */
  public DatacenterOptions {
    allowedTags = Set.copyOf(allowedTags);
  }
}
