package io.github.talosforge.gradle.connection;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;

/** A file of {@code NAME=value} lines with the environment's names that only its owner can read. */
final class CredentialsFile implements SettingSource {
  private static final Set<PosixFilePermission> OF_OTHERS =
      EnumSet.range(PosixFilePermission.GROUP_READ, PosixFilePermission.OTHERS_EXECUTE);
  private static final String HOW =
      "write one with a line such as PROXMOX_VE_API_TOKEN=user@realm!name=secret";

  private final Path file;
  private final Properties values;

  private CredentialsFile(Path file, Properties values) {
    this.file = file;
    this.values = values;
  }

  static CredentialsFile read(Path file, String source) {
    Properties values = new Properties();
    try {
      refuseIfOthersMayRead(file);
      try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
        values.load(reader);
      }
    } catch (NoSuchFileException e) {
      throw new ConnectionException(
          "The credentials file %s, named by %s, does not exist; correct the name, or %s"
              .formatted(file, source, HOW),
          e);
    } catch (IOException | IllegalArgumentException e) {
      // The reason could quote a line of the file.
      throw new ConnectionException(
          "The credentials file %s, named by %s, cannot be read as lines of NAME=value; %s"
              .formatted(file, source, HOW));
    }
    return new CredentialsFile(file, values);
  }

  private static void refuseIfOthersMayRead(Path file) throws IOException {
    if (!Files.getFileStore(file).supportsFileAttributeView("posix")) {
      return;
    }
    Set<PosixFilePermission> granted = EnumSet.copyOf(OF_OTHERS);
    granted.retainAll(Files.getPosixFilePermissions(file));
    if (!granted.isEmpty()) {
      throw new ConnectionException(
          "The credentials file %1$s can be read by others than its owner; run: chmod 600 %1$s"
              .formatted(file));
    }
  }

  @Override
  public Optional<Setting> find(SettingName name) {
    return name.variables().stream()
        .filter(variable -> !values.getProperty(variable, "").isBlank())
        .map(
            variable ->
                new Setting(
                    values.getProperty(variable).strip(),
                    "%s of credentials file %s".formatted(variable, file)))
        .findFirst();
  }
}
