package io.github.talosforge.talos.grpc;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.zip.GZIPInputStream;

/**
 * Reads the archive in which a machine sends the kubeconfig: a compressed tar of one file, without
 * the padding and the end that a tar should have.
 */
final class KubeconfigArchive {
  private static final int HEADER = 512;
  private static final int SIZE_AT = 124;
  private static final int SIZE_LENGTH = 12;
  private static final int OCTAL = 8;
  private static final int LARGEST = 32 * 1024 * 1024;

  private KubeconfigArchive() {}

  static Optional<String> read(byte[] archive) {
    try (DataInputStream in =
        new DataInputStream(new GZIPInputStream(new ByteArrayInputStream(archive)))) {
      byte[] header = new byte[HEADER];
      in.readFully(header);
      String digits =
          new String(header, SIZE_AT, SIZE_LENGTH, StandardCharsets.US_ASCII)
              .replace('\0', ' ')
              .strip();
      int size = Integer.parseInt(digits, OCTAL);
      if (size < 0 || size > LARGEST) {
        return Optional.empty();
      }
      byte[] content = new byte[size];
      in.readFully(content);
      return Optional.of(new String(content, StandardCharsets.UTF_8));
    } catch (IOException | NumberFormatException e) {
      return Optional.empty();
    }
  }
}
