package io.github.talosforge.proxmox;

import java.net.URI;
import java.util.Optional;

/**
 * A file that a host downloads.
 *
 * @param url where it is
 * @param content the content type to store it as, {@code import} or {@code iso}
 * @param fileName the name in the storage, with a suffix that the content type allows
 * @param checksum what it must hash to; with one, a file that is already there is left alone
 * @param verifyCertificates whether the certificate of the server is checked
 */
public record Download(
    URI url,
    String content,
    String fileName,
    Optional<Checksum> checksum,
    boolean verifyCertificates) {
  /**
   * Describes a download without checksum.
   *
   * @param url where the file is
   * @param content the content type to store it as
   * @param fileName the name in the storage
   * @return the download
   */
  public static Download of(URI url, String content, String fileName) {
    return new Download(url, content, fileName, Optional.empty(), true);
  }

  /**
   * Adds a checksum.
   *
   * @param value what the file must hash to
   * @return a changed copy
   */
  public Download withChecksum(Checksum value) {
    return new Download(url, content, fileName, Optional.of(value), verifyCertificates);
  }

  /**
   * Accepts any certificate of the server.
   *
   * @return a changed copy
   */
  public Download withoutVerifyingCertificates() {
    return new Download(url, content, fileName, checksum, false);
  }
}
