package io.github.talosforge.proxmox;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * A host in the list of all hosts.
 *
 * @param name its name
 * @param status {@code online}, {@code offline} or {@code unknown}
 * @param processors the number of its processors; absent without the right to audit it
 * @param load the share of them that is busy, 0 to 1
 * @param memory its memory in bytes
 * @param usedMemory what of it is used
 * @param uptime the seconds since it was started
 * @param certificateFingerprint the SHA-256 fingerprint of its certificate
 */
public record HostSummary(
    String name,
    String status,
    OptionalLong processors,
    OptionalDouble load,
    OptionalLong memory,
    OptionalLong usedMemory,
    OptionalLong uptime,
    Optional<String> certificateFingerprint) {
  /**
   * Tells whether the host takes part in the cluster.
   *
   * @return true if it is online
   */
  public boolean isOnline() {
    return status.equals("online");
  }
}
