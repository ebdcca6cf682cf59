package io.github.talosforge.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Results are whole or not there, and say why. */
class WholeFileTest {
  @TempDir Path directory;

  /** Whoever has the old file open goes on reading it. */
  @Test
  void theOldFileIsNeverWrittenInto() throws IOException {
    Path file = Files.writeString(directory.resolve("plan.json"), "old");
    Path reader = Files.createLink(directory.resolve("reader"), file);
    WholeFile.replace(file, "new");
    assertThat(file).hasContent("new");
    assertThat(reader).hasContent("old");
  }

  @Test
  void whatIsThereIsNotMadeAgain() throws IOException {
    Path file = directory.resolve("deep/nodes.yaml");
    WholeFile.create(file, "first");
    assertThatThrownBy(() -> WholeFile.create(file, "second"))
        .isInstanceOf(FileAlreadyExistsException.class);
    assertThat(file).hasContent("first");
    try (Stream<Path> left = Files.list(file.getParent())) {
      assertThat(left).containsExactly(file);
    }
  }

  @Test
  void whatCannotBeWrittenLeavesNothing() throws IOException {
    Path file = Files.createDirectories(directory.resolve("plan.json/a")).getParent();
    assertThatThrownBy(() -> WholeFile.replace(file, "new")).isInstanceOf(IOException.class);
    try (Stream<Path> left = Files.list(directory)) {
      assertThat(left).containsExactly(file);
    }
  }

  @Test
  void aFullDiskIsCalledThat() {
    Path full = Path.of("/dev/full");
    assumeTrue(Files.isWritable(full), "this system has no /dev/full");
    assertThatThrownBy(() -> WholeFile.fill(full, ByteBuffer.allocate(1)))
        .isInstanceOfSatisfying(
            IOException.class,
            failure -> assertThat(WholeFile.reason(failure)).isEqualTo("No space left on device"));
  }

  @Test
  void reasonsAreSaidWithoutTheName() {
    assertThat(WholeFile.reason(new FileSystemException("a", null, "No space left on device")))
        .isEqualTo("No space left on device");
    assertThat(WholeFile.reason(new AccessDeniedException("a"))).isEqualTo("access is denied");
    assertThat(WholeFile.reason(new IOException("Disk quota exceeded")))
        .isEqualTo("Disk quota exceeded");
  }
}
