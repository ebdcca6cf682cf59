package io.github.talosforge.backup;

import io.github.talosforge.redaction.TalosforgeException;
import java.io.Serial;
import org.jspecify.annotations.Nullable;

/** A backup was not made, or a folder of backups cannot be read. Nothing half is left. */
public final class BackupException extends TalosforgeException {
  @Serial private static final long serialVersionUID = 1L;

  BackupException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
