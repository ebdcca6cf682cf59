package io.github.talosforge.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files with secrets are private from their first byte, and whole. */
class PrivateFileTest {
  @TempDir Path directory;

  private static String permissions(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }

  @Test
  void newDirectoriesAndFilesAreTheOwnersOnly() throws IOException {
    Path file = directory.resolve("a/b/secret");
    PrivateFile.create(file, "x");
    assertThat(file).hasContent("x");
    assertThat(permissions(file)).isEqualTo("rw-------");
    assertThat(permissions(directory.resolve("a"))).isEqualTo("rwx------");
  }

  @Test
  void creatingLeavesAnExistingFileAlone() throws IOException {
    Path file = Files.writeString(directory.resolve("f"), "old");
    assertThatThrownBy(() -> PrivateFile.create(file, "new"))
        .isInstanceOf(FileAlreadyExistsException.class);
    assertThat(file).hasContent("old");
    assertThat(names()).containsExactly("f");
  }

  @Test
  void replacingTakesOpenPermissionsAway() throws IOException {
    Path file = Files.writeString(directory.resolve("f"), "old");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    PrivateFile.replace(file, "new");
    assertThat(file).hasContent("new");
    assertThat(permissions(file)).isEqualTo("rw-------");
    assertThat(names()).containsExactly("f");
  }

  @Test
  void aSymbolicLinkStaysOne() throws IOException {
    Path real = Files.writeString(directory.resolve("real"), "old");
    Path link = Files.createSymbolicLink(directory.resolve("link"), real);
    PrivateFile.replace(link, "new");
    assertThat(link).isSymbolicLink();
    assertThat(real).hasContent("new");
  }

  private Stream<String> names() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(file -> file.getFileName().toString()).toList().stream();
    }
  }
}
