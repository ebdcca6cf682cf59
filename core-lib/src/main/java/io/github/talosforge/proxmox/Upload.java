package io.github.talosforge.proxmox;

import java.nio.file.Path;
import java.util.Optional;

/**
 * A file to send to a storage.
 *
 * @param file the file on this machine
 * @param content the content type to store it as, {@code import} or {@code iso}
 * @param fileName the name in the storage
 * @param checksum what the host must find after the transfer
 */
public record Upload(Path file, String content, String fileName, Optional<Checksum> checksum) {
  /**
   * Describes an upload without checksum.
   *
   * @param file the file on this machine
   * @param content the content type to store it as
   * @param fileName the name in the storage
   * @return the upload
   */
  public static Upload of(Path file, String content, String fileName) {
    return new Upload(file, content, fileName, Optional.empty());
  }

  /**
   * Adds a checksum.
   *
   * @param value what the host must find
   * @return a changed copy
   */
  public Upload withChecksum(Checksum value) {
    return new Upload(file, content, fileName, Optional.of(value));
  }
}
