package io.github.talosforge.secrets.sops;

import io.github.talosforge.yaml.UnreadableYamlException;
import io.github.talosforge.yaml.YamlMap;
import io.github.talosforge.yaml.YamlText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A file with secrets, in clear; it may have been encrypted with SOPS or not.
 *
 * <p>For example, the Proxmox VE token of a file {@code infrastructure/secrets.sops.yaml}:
 *
 * <pre>{@code
 * SecretDocument.read(file, SopsEnvironment.ofProcess()).text("proxmox_api_token")
 * }</pre>
 */
public final class SecretDocument {
  private final YamlMap root;
  private final boolean encrypted;

  private SecretDocument(YamlMap root, boolean encrypted) {
    this.root = root;
    this.encrypted = encrypted;
  }

  /**
   * Reads a YAML, JSON or .env file, and decrypts it if it is encrypted.
   *
   * @param file the file
   * @param environment where identities are looked up
   * @return its content
   * @throws SopsException if it cannot be read
   */
  public static SecretDocument read(Path file, SopsEnvironment environment) {
    try {
      return parse(file.toString(), Files.readString(file), environment);
    } catch (NoSuchFileException e) {
      throw new SopsException("There is no file " + file, e);
    } catch (IOException e) {
      throw new SopsException(file + " cannot be read as UTF-8 text", e);
    }
  }

  /**
   * Reads the text of a YAML, JSON or .env file, and decrypts it if it is encrypted.
   *
   * @param name the name of the file, whose ending tells its kind
   * @param text the text
   * @param environment where identities are looked up
   * @return its content
   * @throws SopsException if it cannot be read
   */
  public static SecretDocument parse(String name, String text, SopsEnvironment environment) {
    if (SopsFormat.of(name).isCutOff(text)) {
      throw new SopsException(
          name
              + " was encrypted by SOPS, but it is cut off: what SOPS writes at its end is not"
              + " there. Restore the whole file, from a backup or from Git.");
    }
    try {
      List<YamlMap> documents = documents(name, text);
      if (documents.isEmpty()) {
        throw new SopsException(name + " is empty");
      }
      Optional<YamlMap> sops = documents.get(0).map(SopsMetadata.KEY);
      return sops.isEmpty()
          ? new SecretDocument(documents.get(0), false)
          : new SecretDocument(decrypted(name, documents, sops.get(), environment), true);
    } catch (UnreadableYamlException e) {
      throw new SopsException(e.getMessage(), e);
    }
  }

  /**
   * Tells whether a file is encrypted with SOPS; no key is needed for that.
   *
   * @param file the file
   * @return whether it is, as a whole or cut off; one that cannot be read is not
   */
  public static boolean isEncrypted(Path file) {
    try {
      String name = file.toString();
      String text = Files.readString(file);
      return SopsFormat.of(name).isCutOff(text)
          || documents(name, text).stream()
              .anyMatch(document -> document.map(SopsMetadata.KEY).isPresent());
    } catch (IOException | UnreadableYamlException | SopsException e) {
      return false;
    }
  }

  private static List<YamlMap> documents(String name, String text) {
    return switch (SopsFormat.of(name)) {
      case YAML -> YamlText.readAll(name, text);
      case JSON -> List.of(JsonText.read(name, text));
      case DOTENV -> List.of(DotenvText.read(name, text));
    };
  }

  private static YamlMap decrypted(
      String name, List<YamlMap> documents, YamlMap sops, SopsEnvironment environment) {
    SopsMetadata metadata = SopsMetadata.read(name, sops);
    List<YamlMap> closed = documents.stream().map(map -> map.without(SopsMetadata.KEY)).toList();
    return SopsDecryption.decrypt(name, closed, metadata, AgeIdentities.lookUp(environment)).get(0);
  }

  /** Returns the whole content. */
  public YamlMap root() {
    return root;
  }

  /** Tells whether the file was encrypted. */
  public boolean encrypted() {
    return encrypted;
  }

  /** Returns a single value. */
  public Optional<String> text(String key) {
    return root.text(key);
  }

  /** Names the keys only. */
  @Override
  public String toString() {
    return "SecretDocument" + root.entries().keySet();
  }
}
