package io.github.talosforge.proxmox;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A file to send to a storage.
 *
 * @param bytes what the file holds
 * @param content the content type to store it as, {@code import} or {@code iso}
 * @param fileName the name in the storage
 * @param checksum what the host must find after the transfer
 */
public record Upload(Bytes bytes, String content, String fileName, Optional<Checksum> checksum) {
  /**
   * Describes an upload without checksum.
   *
   * @param file the file on this machine
   * @param content the content type to store it as
   * @param fileName the name in the storage
   * @return the upload
   */
  public static Upload of(Path file, String content, String fileName) {
    return new Upload(Bytes.of(file), content, fileName, Optional.empty());
  }

  /**
   * Describes an upload of what stands in memory only.
   *
   * @param bytes what the file holds
   * @param content the content type to store it as
   * @param fileName the name in the storage
   * @return the upload
   */
  public static Upload of(byte[] bytes, String content, String fileName) {
    return new Upload(Bytes.of(bytes), content, fileName, Optional.empty());
  }

  /**
   * Adds a checksum.
   *
   * @param value what the host must find
   * @return a changed copy
   */
  public Upload withChecksum(Checksum value) {
    return new Upload(bytes, content, fileName, Optional.of(value));
  }

  /** What a file holds, read anew for each attempt. */
  public interface Bytes {
    /**
     * Counts them.
     *
     * @return how many there are
     * @throws IOException if they cannot be read
     */
    long size() throws IOException;

    /**
     * Opens them.
     *
     * @return a stream from the first byte on
     * @throws IOException if they cannot be read
     */
    InputStream open() throws IOException;

    /**
     * Describes a file on this machine.
     *
     * @param file the file
     * @return what it holds
     */
    static Bytes of(Path file) {
      return new Bytes() {
        @Override
        public long size() throws IOException {
          return Files.size(file);
        }

        @Override
        public InputStream open() throws IOException {
          return Files.newInputStream(file);
        }

        @Override
        public String toString() {
          return file.toString();
        }
      };
    }

    /**
     * Describes what stands in memory.
     *
     * @param all the bytes
     * @return the same
     */
    static Bytes of(byte[] all) {
      byte[] own = all.clone();
      return new Bytes() {
        @Override
        public long size() {
          return own.length;
        }

        @Override
        public InputStream open() {
          return new ByteArrayInputStream(own);
        }

        @Override
        public String toString() {
          return own.length + " bytes";
        }
      };
    }
  }
}
