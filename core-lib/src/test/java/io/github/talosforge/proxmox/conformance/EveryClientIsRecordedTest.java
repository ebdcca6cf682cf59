package io.github.talosforge.proxmox.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A client that is not watched could send anything. */
class EveryClientIsRecordedTest {
  /** The recorded transports themselves, and the page's example, which shows the real thing. */
  private static final List<String> EXCEPTIONS =
      List.of("Transports.java", "LibraryExample.java", "EveryClientIsRecordedTest.java");

  @Test
  void noTestOpensAClientBesideTheRecorder() throws IOException {
    try (Stream<Path> files = Files.walk(Path.of("src/test/java"))) {
      assertThat(files.filter(file -> file.toString().endsWith(".java")))
          .filteredOn(file -> !EXCEPTIONS.contains(file.getFileName().toString()))
          .filteredOn(EveryClientIsRecordedTest::opensAClient)
          .as("tests that should use RecordedClients or Transports")
          .isEmpty();
    }
  }

  private static boolean opensAClient(Path file) {
    try {
      String source = Files.readString(file);
      return source.contains("ProxmoxClients.open(") || source.contains("HttpTransport.open(");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
