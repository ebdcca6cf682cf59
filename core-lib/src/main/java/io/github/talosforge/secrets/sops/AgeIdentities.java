package io.github.talosforge.secrets.sops;

import com.exceptionfactory.jagged.RecipientStanzaReader;
import com.exceptionfactory.jagged.framework.armor.ArmoredDecryptingChannelFactory;
import com.exceptionfactory.jagged.x25519.X25519RecipientStanzaReaderFactory;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The age identities, that is private keys, of the user.
 *
 * <p>They are looked up where {@code sops} looks: {@code SOPS_AGE_KEY}, {@code SOPS_AGE_KEY_FILE}
 * and {@code sops/age/keys.txt} in the user's configuration directory, all of them together. No
 * command is run, so {@code SOPS_AGE_KEY_CMD} and plugins are left aside, and SSH keys are not
 * read; the sentence about a file that cannot be opened says so.
 */
public final class AgeIdentities {
  private static final String KEY = "SOPS_AGE_KEY";
  private static final String KEY_FILE = "SOPS_AGE_KEY_FILE";
  private static final List<String> NOT_USED =
      List.of("SOPS_AGE_KEY_CMD", "SOPS_AGE_SSH_PRIVATE_KEY_FILE", "SOPS_AGE_SSH_PRIVATE_KEY_CMD");
  private static final String X25519 = "AGE-SECRET-KEY-1";

  private final List<RecipientStanzaReader> readers = new ArrayList<>();
  private final List<String> looked = new ArrayList<>();

  private AgeIdentities() {}

  /** Looks identities up as {@code sops} does. */
  public static AgeIdentities lookUp(SopsEnvironment environment) {
    AgeIdentities found = new AgeIdentities();
    environment
        .variable(KEY)
        .ifPresentOrElse(
            keys -> found.add(KEY, keys.replace(' ', '\n')),
            () -> found.looked.add(KEY + " (not set)"));
    environment
        .variable(KEY_FILE)
        .ifPresentOrElse(
            file -> found.addFile(KEY_FILE + " (" + file + ")", Path.of(file)),
            () -> found.looked.add(KEY_FILE + " (not set)"));
    Path usual = environment.defaultKeyFile();
    found.addFile(usual.toString(), usual);
    NOT_USED.stream()
        .filter(name -> environment.variable(name).isPresent())
        .forEach(name -> found.looked.add(name + " (set, but not used here)"));
    return found;
  }

  /** Returns the files that identities are looked up in and that exist. */
  public static List<Path> files(SopsEnvironment environment) {
    return Stream.concat(
            environment.variable(KEY_FILE).map(Path::of).stream(),
            Stream.of(environment.defaultKeyFile()))
        .filter(Files::isRegularFile)
        .toList();
  }

  private void addFile(String place, Path file) {
    try {
      add(place, Files.readString(file));
    } catch (NoSuchFileException e) {
      looked.add(place + " (no such file)");
    } catch (IOException e) {
      looked.add(place + " (cannot be read)");
    }
  }

  private void add(String place, String text) {
    List<String> remarks = new ArrayList<>();
    int before = readers.size();
    text.lines()
        .map(String::strip)
        .filter(line -> !line.isEmpty() && !line.startsWith("#"))
        .forEach(line -> addLine(line, remarks));
    int count = readers.size() - before;
    remarks.add(0, count == 1 ? "1 identity" : count + " identities");
    looked.add(place + " (" + String.join(", ", remarks) + ")");
  }

  private void addLine(String line, List<String> remarks) {
    if (!line.startsWith(X25519)) {
      String kind = line.contains("1") ? line.substring(0, line.indexOf('1')) : "a line";
      boolean known = kind.startsWith("AGE-PLUGIN-") || kind.startsWith("AGE-SECRET-KEY-PQ");
      remarks.add(known ? kind + " is not supported" : "a line that is no " + X25519 + "… key");
      return;
    }
    try {
      readers.add(X25519RecipientStanzaReaderFactory.newRecipientStanzaReader(line));
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      remarks.add("a damaged key");
    }
  }

  /** Returns where identities were looked for, and how many were found there. */
  public List<String> looked() {
    return List.copyOf(looked);
  }

  /** Returns what can open files. */
  List<RecipientStanzaReader> readers() {
    return List.copyOf(readers);
  }

  /** Opens an armored age file with the first identity that fits. */
  Optional<byte[]> decrypt(String armored) {
    return readers.stream()
        .map(reader -> decrypt(armored, reader))
        .flatMap(Optional::stream)
        .findFirst();
  }

  private static Optional<byte[]> decrypt(String armored, RecipientStanzaReader reader) {
    byte[] bytes = armored.getBytes(StandardCharsets.US_ASCII);
    try (ReadableByteChannel source = Channels.newChannel(new ByteArrayInputStream(bytes));
        ReadableByteChannel opened =
            new ArmoredDecryptingChannelFactory().newDecryptingChannel(source, List.of(reader))) {
      return Optional.of(Channels.newInputStream(opened).readAllBytes());
    } catch (GeneralSecurityException | IOException e) {
      return Optional.empty();
    }
  }
}
