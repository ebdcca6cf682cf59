package io.github.talosforge.proxmox;

import java.util.Optional;

/**
 * A setting with the change that waits for it.
 *
 * @param key the configuration key
 * @param current the text that is in force; absent if the key is new
 * @param pending the text that waits; absent if none does
 * @param deletes whether the removal of the key waits
 */
public record PendingSetting(
    String key, Optional<String> current, Optional<String> pending, boolean deletes) {
  /**
   * Tells whether anything waits.
   *
   * @return true if the setting will change when the VM is stopped and started
   */
  public boolean isPending() {
    return deletes || pending.isPresent();
  }
}
