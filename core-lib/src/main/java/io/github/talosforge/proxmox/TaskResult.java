package io.github.talosforge.proxmox;

/**
 * How a task ended well.
 *
 * @param upid the task
 * @param warnings how many warnings the task counted; their texts are only in its log
 */
public record TaskResult(Upid upid, int warnings) {
  /**
   * Tells whether the task ended with {@code WARNINGS: n} instead of {@code OK}.
   *
   * @return whether there was at least one warning
   */
  public boolean hasWarnings() {
    return warnings > 0;
  }
}
