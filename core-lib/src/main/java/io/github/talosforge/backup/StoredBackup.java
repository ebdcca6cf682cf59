package io.github.talosforge.backup;

import java.util.Optional;

/**
 * What lies in a folder of backups.
 *
 * @param file its name
 * @param note what lies beside it, where that can be read
 * @param problem why it is no backup to rely on; empty if it is sound
 */
public record StoredBackup(String file, Optional<BackupNote> note, String problem) {

  /** Tells whether every byte is as it was when the backup was made. */
  public boolean sound() {
    return problem.isEmpty();
  }
}
