package io.github.talosforge.secrets;

import io.github.talosforge.files.PrivateFile;
import io.github.talosforge.files.WholeFile;
import io.github.talosforge.model.ClusterUid;
import io.github.talosforge.secrets.sops.AgeRecipient;
import io.github.talosforge.secrets.sops.CreationRule;
import io.github.talosforge.secrets.sops.SecretDocument;
import io.github.talosforge.secrets.sops.SopsEncryption;
import io.github.talosforge.secrets.sops.SopsEnvironment;
import io.github.talosforge.secrets.sops.SopsException;
import io.github.talosforge.secrets.sops.SopsFormat;
import io.github.talosforge.yaml.YamlMap;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The file that a cluster's secrets live in.
 *
 * <p>Without it nobody gets into the cluster any more, and with it everybody does. So it is made
 * once and never written over, never where a clean build would delete it, never readable by others,
 * and never where git would pick it up in clear: it is encrypted when a recipient is known, and
 * otherwise gets a line in the {@code .gitignore} beside it.
 */
public final class SecretsFile {
  private static final List<String> ROOT_SIGNS =
      List.of(".git", "settings.gradle", "settings.gradle.kts");

  private final Path path;
  private final SopsEnvironment environment;

  private SecretsFile(Path path, SopsEnvironment environment) {
    this.path = path;
    this.environment = environment;
  }

  /**
   * Names the file.
   *
   * @param path where it is or will be
   * @param environment where keys for its encryption are looked up
   * @return the file
   */
  public static SecretsFile at(Path path, SopsEnvironment environment) {
    return new SecretsFile(path, environment);
  }

  /** Returns the path, as messages name the file. */
  @Override
  public String toString() {
    return path.toString();
  }

  /** Tells whether the file is there. */
  public boolean exists() {
    return Files.exists(path, LinkOption.NOFOLLOW_LINKS);
  }

  /**
   * Warns if others than their owner could get at the secrets, or at the keys that open them.
   *
   * @return sentences for the user; none if there is no file
   */
  public List<String> warnings() {
    return exists()
        ? Exposure.ofBundle(path, SecretDocument.isEncrypted(path), environment)
        : List.of();
  }

  /**
   * Looks up for whom another file of the cluster is encrypted, by the same rules as this one.
   *
   * @param file where that file will be
   * @return the recipients; none if nobody says that files are encrypted
   * @throws SopsException if there are rules but none for that file
   */
  public List<AgeRecipient> recipientsOf(Path file) {
    return CreationRule.lookUp(file, environment).map(CreationRule::recipients).orElse(List.of());
  }

  /**
   * Reads the secrets, encrypted or not.
   *
   * @return the secrets
   * @throws SecretsException if they cannot be read
   */
  public SecretsBundle read() {
    try {
      return SecretsYaml.read(path.toString(), SecretDocument.read(path, environment).root());
    } catch (SopsException e) {
      throw new SecretsException(
          "The cluster's secrets cannot be read. "
              + e.getMessage()
              + "\nIf the file is damaged, restore a copy of it: new secrets do not fit an existing"
              + " cluster.",
          e);
    }
  }

  /**
   * Reads a cluster's secrets, if they are there.
   *
   * @param uid the cluster's uid
   * @param holders finds the machines that new secrets would not fit; asked only if there is no
   *     file
   * @return the secrets, or what is known without them
   * @throws SecretsException if they are another cluster's, or cannot be read
   */
  public Secrets look(ClusterUid uid, Supplier<List<Secrets.Holder>> holders) {
    if (!exists()) {
      Secrets.Missing missing = new Secrets.Missing(path, holders.get());
      if (!exists()) {
        return missing;
      }
      // Looking can take minutes, and another run has made them meanwhile.
    }
    SecretsBundle bundle = read();
    bundle.requireOf(uid, path.toString());
    return new Secrets.Known(bundle);
  }

  /**
   * Reads a cluster's secrets, or makes them if there are none yet and no machine has others.
   *
   * @param uid the cluster's uid
   * @param holders finds the machines that new secrets would not fit; asked only if there is no
   *     file
   * @param now the present moment
   * @param random where new secrets come from
   * @return the secrets
   * @throws SecretsException if they are missing on a living cluster, are another cluster's, or
   *     cannot be read or written
   */
  public SecretsBundle obtain(
      ClusterUid uid, Supplier<List<Secrets.Holder>> holders, Instant now, SecureRandom random) {
    return look(uid, holders).either(bundle -> bundle, missing -> make(uid, missing, now, random));
  }

  private SecretsBundle make(
      ClusterUid uid, Secrets.Missing missing, Instant now, SecureRandom random) {
    if (!missing.holders().isEmpty()) {
      throw new SecretsException(
          missing.problem() + "\nNothing was written. " + missing.advice(), /* cause= */ null);
    }
    create(SecretsBundle.generate(uid, now, random), now, random);
    return read();
  }

  /**
   * Writes a new file.
   *
   * @param bundle the secrets
   * @param now the present moment
   * @param random where the keys of the encryption come from
   * @throws SecretsException if there is a file already, or there must be none in that place
   */
  public void create(SecretsBundle bundle, Instant now, SecureRandom random) {
    requireLastingPlace();
    try {
      Optional<CreationRule> rule = CreationRule.lookUp(path, environment);
      if (rule.isEmpty()) {
        createClear(bundle);
      } else {
        PrivateFile.create(path, encrypted(bundle, rule.get(), now, random));
      }
    } catch (FileAlreadyExistsException e) {
      throw new SecretsException(
          path + " exists already and is not written over. Move it away if it is not wanted.", e);
    } catch (IOException e) {
      throw new SecretsException(
          "%s cannot be written: %s. Check that its folder is yours and the disk not full."
              .formatted(path, WholeFile.reason(e)),
          e);
    } catch (SopsException e) {
      throw new SecretsException(path + " cannot be encrypted. " + e.getMessage(), e);
    }
  }

  private String encrypted(
      SecretsBundle bundle, CreationRule rule, Instant now, SecureRandom random) {
    SopsFormat format = SopsFormat.of(path.toString());
    YamlMap document = SecretsYaml.document(bundle);
    requireWhole(rule.inClear(document).stream().filter(SecretsYaml::isSecret).toList(), rule);
    String text = SopsEncryption.encrypt(document, format, rule, now, random);
    requireReadable(text);
    return text;
  }

  private void requireWhole(List<String> inClear, CreationRule rule) {
    if (!inClear.isEmpty()) {
      throw new SecretsException(
          path
              + " cannot be encrypted. The rule of SOPS that fits it ("
              + rule.choice()
              + ") would keep secrets in clear: "
              + String.join(", ", inClear)
              + ". Nothing was written. Let the rule in .sops.yaml encrypt these keys too, or the"
              + " whole file, which it does without "
              + rule.choice().replaceFirst(":.*", "")
              + ".",
          /* cause= */ null);
    }
  }

  /** Secrets that nobody here can open again would be lost in the moment they are written. */
  private void requireReadable(String text) {
    SecretsBundle unused =
        SecretsYaml.read(
            path.toString(), SecretDocument.parse(path.toString(), text, environment).root());
  }

  private void createClear(SecretsBundle bundle) throws IOException {
    String name = String.valueOf(path.getFileName());
    if (name.contains(".sops.")) {
      throw new SecretsException(
          path
              + " is named like an encrypted file, but no recipient is known. Set"
              + " SOPS_AGE_RECIPIENTS, or write a creation rule with 'age:' into .sops.yaml.",
          /* cause= */ null);
    }
    if (exists()) {
      throw new FileAlreadyExistsException(path.toString());
    }
    ignore();
    PrivateFile.create(path, SecretsYaml.write(bundle));
  }

  private void ignore() {
    try {
      IgnoreLine.ensure(path.toAbsolutePath());
    } catch (IOException e) {
      throw new SecretsException(
          "%s cannot be written: %s. Without its line Git would take %s, so that was not made."
              .formatted(path.resolveSibling(".gitignore"), WholeFile.reason(e), path),
          e);
    }
  }

  /** A directory 'build' above the project's root is somebody's choice; below it is Gradle's. */
  private void requireLastingPlace() {
    Path target = real(path.toAbsolutePath().normalize());
    for (@Nullable Path at = target.getParent(); at != null && !isRoot(at); at = at.getParent()) {
      String name = String.valueOf(at.getFileName());
      if (name.equals("build") || name.equals(".gradle")) {
        throw new SecretsException(
            path
                + " is under "
                + at
                + ", which a clean build deletes; a cluster whose secrets are lost cannot be"
                + " administrated any more. Choose a place beside the cluster's file.",
            /* cause= */ null);
      }
    }
  }

  private static boolean isRoot(Path directory) {
    return ROOT_SIGNS.stream().anyMatch(sign -> Files.exists(directory.resolve(sign)));
  }

  /** Follows symbolic links as far as the path exists. */
  private static Path real(Path path) {
    @Nullable Path parent = path.getParent();
    if (parent == null) {
      return path;
    }
    try {
      return path.toRealPath();
    } catch (IOException e) {
      return real(parent).resolve(path.getFileName());
    }
  }
}
