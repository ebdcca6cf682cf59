package io.github.talosforge.gradle.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(OS.WINDOWS)
class SimulatorFolderTest {
  /** Prints a connection, and ends when it is told to. */
  private static final List<String> READY =
      List.of("sh", "-c", "echo '{\"url\":\"https://127.0.0.1\",\"token\":\"a\"}'; exec cat");

  @TempDir Path temporary;

  /** The simulator prints its token; the folder and a file are there from an earlier version. */
  @Test
  void whatIsThereIsItsOwnersAlone() throws IOException {
    Path own = Files.createDirectory(temporary.resolve("simulator"));
    Files.setPosixFilePermissions(own, PosixFilePermissions.fromString("rwxr-xr-x"));
    Path output = Files.createFile(own.resolve("output"));
    Files.setPosixFilePermissions(output, PosixFilePermissions.fromString("rw-r--r--"));
    Path lock = Files.createFile(own.resolve("lock"));
    Files.setPosixFilePermissions(lock, PosixFilePermissions.fromString("rw-r--r--"));
    SimulatorFolder folder = new SimulatorFolder(own);
    try {
      assertThat(folder.start(READY)).isTrue();

      assertThat(Files.readString(output)).contains("token");
      assertThat(permissions(own)).isEqualTo("rwx------");
      assertThat(permissions(output)).isEqualTo("rw-------");
      try (Stream<Path> files = Files.list(own)) {
        assertThat(files.filter(file -> !file.equals(lock)))
            .allMatch(file -> permissions(file).equals("rw-------"));
      }
    } finally {
      assertThat(folder.stop()).isTrue();
    }
  }

  private static String permissions(Path file) {
    try {
      return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
