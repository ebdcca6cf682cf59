package io.github.talosforge.proxmox;

import java.util.Optional;
import java.util.Set;

/**
 * What a host says about itself.
 *
 * @param release the release of its management package, such as {@code 9.2.11}
 * @param processorModel the model of its processors
 * @param processorFlags what they can do, in the kernel's words; empty if the host does not tell
 */
public record HostState(
    Optional<String> release, Optional<String> processorModel, Set<String> processorFlags) {
  /** Copies the set. */
  public HostState {
    processorFlags = Set.copyOf(processorFlags);
  }
}
