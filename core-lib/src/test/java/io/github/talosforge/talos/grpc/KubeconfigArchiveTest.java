package io.github.talosforge.talos.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

/** The archive that Talos sends has no end, and is read nevertheless. */
class KubeconfigArchiveTest {
  private static final String FILE = "apiVersion: v1\nkind: Config\n";

  private static byte[] archive(String size, String content) throws IOException {
    byte[] header = new byte[512];
    put(header, 0, "kubeconfig");
    put(header, 124, size);
    put(header, 156, "0");
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
      gzip.write(header);
      gzip.write(content.getBytes(StandardCharsets.UTF_8));
    }
    return bytes.toByteArray();
  }

  private static void put(byte[] header, int offset, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
    System.arraycopy(bytes, 0, header, offset, bytes.length);
  }

  private static String octal(int size) {
    return "%011o".formatted(size);
  }

  @Test
  void readsTheFileWithoutPaddingOrEnd() throws IOException {
    assertThat(KubeconfigArchive.read(archive(octal(FILE.length()), FILE))).contains(FILE);
  }

  @Test
  void stopsWhereTheFileEnds() throws IOException {
    assertThat(KubeconfigArchive.read(archive(octal(FILE.length()), FILE + "\0".repeat(2000))))
        .contains(FILE);
  }

  @Test
  void whatIsCutOrDamagedIsRefused() throws IOException {
    assertThat(KubeconfigArchive.read(archive(octal(FILE.length() + 10), FILE))).isEmpty();
    assertThat(KubeconfigArchive.read(archive("x", FILE))).isEmpty();
    assertThat(KubeconfigArchive.read(archive(octal(1 << 30), FILE))).isEmpty();
    assertThat(KubeconfigArchive.read(new byte[0])).isEmpty();
  }
}
