package io.github.talosforge.proxmox;

import java.time.Instant;
import java.util.Optional;

/**
 * A task in a list of tasks.
 *
 * @param upid its identifier
 * @param ended when it ended; absent while it runs
 * @param status its exit status, {@code OK} when all went well; absent while it runs
 */
public record TaskSummary(Upid upid, Optional<Instant> ended, Optional<String> status) {
  /**
   * Tells whether the task still runs.
   *
   * @return true if it has not ended
   */
  public boolean isRunning() {
    return ended.isEmpty() && status.filter(word -> !word.equalsIgnoreCase("running")).isEmpty();
  }
}
