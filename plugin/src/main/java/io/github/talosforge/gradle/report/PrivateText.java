package io.github.talosforge.gradle.report;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** Text that only its owner may read. */
final class PrivateText {
  private PrivateText() {}

  /** Replaces a file; it is never readable by others, not even while it is written. */
  static void write(Path file, String text) throws IOException {
    Files.deleteIfExists(file);
    if (FileSystems.getDefault().supportedFileAttributeViews().contains("posix")) {
      Files.createFile(
          file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    }
    Files.writeString(file, text);
  }
}
