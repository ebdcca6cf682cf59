package io.github.talosforge.gradle.connection;

import io.github.talosforge.secrets.Exposure;
import io.github.talosforge.secrets.sops.SecretDocument;
import io.github.talosforge.secrets.sops.SopsEnvironment;
import io.github.talosforge.secrets.sops.SopsException;
import io.github.talosforge.yaml.YamlMap;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;

/**
 * A file with the environment's names: lines of {@code NAME=value}, or YAML or JSON, encrypted with
 * SOPS or readable by its owner only.
 */
final class CredentialsFile implements SettingSource {
  private static final String HOW =
      "write one with a line such as PROXMOX_VE_API_TOKEN=user@realm!name=secret";
  private static final List<String> OF_SOPS = List.of(".yaml", ".yml", ".json");

  private final Path file;
  private final Map<String, String> values;

  private CredentialsFile(Path file, Map<String, String> values) {
    this.file = file;
    this.values = values;
  }

  static CredentialsFile read(Path file, String source, SopsEnvironment keys) {
    try {
      boolean encrypted = SecretDocument.isEncrypted(file);
      refuseIfOthersMayRead(file, encrypted);
      boolean tree = OF_SOPS.stream().anyMatch(String.valueOf(file.getFileName())::endsWith);
      return new CredentialsFile(file, encrypted || tree ? tree(file, keys) : lines(file));
    } catch (NoSuchFileException e) {
      throw new ConnectionException(
          "The credentials file %s, named by %s, does not exist; correct the name, or %s"
              .formatted(file, source, HOW),
          e);
    } catch (SopsException e) {
      throw new ConnectionException(
          "The credentials file %s, named by %s, cannot be read: %s"
              .formatted(file, source, e.getMessage()),
          e);
    } catch (IOException | IllegalArgumentException e) {
      // The reason could quote a line of the file.
      throw new ConnectionException(
          "The credentials file %s, named by %s, cannot be read as lines of NAME=value; %s"
              .formatted(file, source, HOW));
    }
  }

  private static Map<String, String> tree(Path file, SopsEnvironment keys) {
    YamlMap root = SecretDocument.read(file, keys).root();
    Map<String, String> values = new HashMap<>();
    root.entries().keySet().forEach(key -> root.text(key).ifPresent(text -> values.put(key, text)));
    return values;
  }

  private static Map<String, String> lines(Path file) throws IOException {
    Properties read = new Properties();
    try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
      read.load(reader);
    }
    Map<String, String> values = new HashMap<>();
    read.stringPropertyNames().forEach(key -> values.put(key, read.getProperty(key)));
    return values;
  }

  private static void refuseIfOthersMayRead(Path file, boolean encrypted) throws IOException {
    if (!encrypted && Exposure.isOpenToOthers(file)) {
      throw new ConnectionException(
          "The credentials file %1$s can be read by others than its owner; run: chmod 600 %1$s"
              .formatted(file));
    }
  }

  /** Upper and lower case do not matter, for keys of YAML are written small. */
  @Override
  public Optional<Setting> find(SettingName name) {
    return name.keysOfFiles().stream()
        .flatMap(wanted -> values.keySet().stream().filter(wanted::equalsIgnoreCase).sorted())
        .filter(key -> !values.getOrDefault(key, "").isBlank())
        .map(
            key ->
                new Setting(
                    values.getOrDefault(key, "").strip(),
                    "%s of credentials file %s".formatted(key, file)))
        .findFirst();
  }
}
