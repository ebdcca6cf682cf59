package io.github.talosforge.backup;

import io.github.talosforge.secrets.sops.AgeRecipient;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;

/**
 * What is wanted of a backup.
 *
 * @param folder where it goes; made when needed
 * @param recipients who can open it; without any it lies there in clear
 * @param keep how many backups of the cluster stay in the folder, with this one; empty: all
 */
public record BackupWish(Path folder, List<AgeRecipient> recipients, OptionalInt keep) {
  /** Keeps an own copy of the list. */
  public BackupWish {
    recipients = List.copyOf(recipients);
    if (keep.isPresent() && keep.getAsInt() < 1) {
      throw new IllegalArgumentException("at least the backup that is made stays");
    }
  }

  /**
   * Wishes for a backup in clear that has none removed.
   *
   * @param folder where it goes
   * @return the wish
   */
  public static BackupWish to(Path folder) {
    return new BackupWish(folder, List.of(), OptionalInt.empty());
  }

  /** Returns the wish with others who can open the backup. */
  public BackupWish encryptedFor(List<AgeRecipient> value) {
    return new BackupWish(folder, value, keep);
  }

  /** Returns the wish with another number of backups that stay. */
  public BackupWish keeping(int value) {
    return new BackupWish(folder, recipients, OptionalInt.of(value));
  }
}
