package io.github.talosforge.credentials;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.GZIPInputStream;

/**
 * The form in which Talos sends a kubeconfig: a compressed tar with one file.
 *
 * <p>Talos does not close the tar, so that it lacks the padding and the empty blocks at its end;
 * readers of whole archives take it for damaged. Only the header and the bytes it promises are read
 * here.
 */
public final class KubeconfigArchive {
  private static final int HEADER = 512;
  private static final int SIZE_OFFSET = 124;
  private static final int SIZE_LENGTH = 12;
  private static final int LARGEST = 1 << 20;

  private KubeconfigArchive() {}

  /**
   * Takes the kubeconfig out of the archive.
   *
   * @param archive the bytes that Talos sent
   * @return the text of the file
   * @throws CredentialsException if they are something else
   */
  public static String read(byte[] archive) {
    try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(archive))) {
      byte[] header = in.readNBytes(HEADER);
      if (header.length < HEADER) {
        throw new IOException("the header is cut");
      }
      int size = size(header);
      byte[] file = in.readNBytes(size);
      if (file.length < size) {
        throw new IOException("only " + file.length + " of " + size + " bytes came");
      }
      return new String(file, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new CredentialsException(
          "The kubeconfig that the node sent cannot be unpacked: " + e.getMessage(), e);
    }
  }

  private static int size(byte[] header) throws IOException {
    byte[] field = Arrays.copyOfRange(header, SIZE_OFFSET, SIZE_OFFSET + SIZE_LENGTH);
    String octal = new String(field, StandardCharsets.US_ASCII).replace("\0", "").strip();
    if (!octal.matches("[0-7]{1,11}")) {
      throw new IOException("the size in the header is no number");
    }
    long size = Long.parseLong(octal, 8);
    if (size > LARGEST) {
      throw new IOException("a kubeconfig of " + size + " bytes is not credible");
    }
    return (int) size;
  }
}
