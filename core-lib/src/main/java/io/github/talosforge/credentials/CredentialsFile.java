package io.github.talosforge.credentials;

import io.github.talosforge.files.PrivateFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A talosconfig or kubeconfig on disk: only its owner reads it, and it is replaced as a whole.
 *
 * @param path where it is
 */
public record CredentialsFile(Path path) {

  /**
   * Finds the talosconfig as {@code talosctl} does: {@code TALOSCONFIG}, then {@code config} in
   * {@code TALOS_HOME} or {@code ~/.talos}, then the one that Talos mounts into pods; the first
   * that exists, else the first that can be made.
   *
   * @param variables the environment variables
   * @param home the user's home directory
   * @return the file
   */
  public static CredentialsFile talosconfig(Map<String, String> variables, Path home) {
    Path directory =
        variable(variables, "TALOS_HOME")
            .map(Path::of)
            .filter(Path::isAbsolute)
            .orElseGet(() -> home.resolve(".talos"));
    List<Path> places =
        Stream.concat(
                variable(variables, "TALOSCONFIG").map(Path::of).stream(),
                Stream.of(
                    directory.resolve("config"),
                    Path.of("/var/run/secrets/talos.dev").resolve("config")))
            .toList();
    return new CredentialsFile(
        places.stream().filter(Files::exists).findFirst().orElse(places.get(0)));
  }

  /**
   * Finds the kubeconfig that {@code kubectl} writes to: the first of {@code KUBECONFIG}, else
   * {@code ~/.kube/config}.
   *
   * @param variables the environment variables
   * @param home the user's home directory
   * @param separator what stands between the files of {@code KUBECONFIG} on this system
   * @return the file
   */
  public static CredentialsFile kubeconfig(
      Map<String, String> variables, Path home, String separator) {
    return variable(variables, "KUBECONFIG").stream()
        .flatMap(value -> Stream.of(value.split(Pattern.quote(separator), -1)))
        .filter(part -> !part.isBlank())
        .findFirst()
        .map(part -> new CredentialsFile(Path.of(part)))
        .orElseGet(() -> new CredentialsFile(home.resolve(".kube").resolve("config")));
  }

  private static Optional<String> variable(Map<String, String> variables, String name) {
    return Optional.ofNullable(variables.get(name)).filter(value -> !value.isBlank());
  }

  /** Returns the text of the file, or an empty text if there is none. */
  public String read() {
    try {
      return Files.exists(path) ? Files.readString(path) : "";
    } catch (IOException e) {
      throw new CredentialsException(
          "%s cannot be read: %s. Check that it is a text file that you may read."
              .formatted(path, e.getMessage()),
          e);
    }
  }

  /**
   * Changes the text of the file; if nothing changes, nothing is written.
   *
   * <p>While it works, a file {@code <name>.lock} keeps {@code kubectl} from writing, as its own
   * lock keeps others. The lock ends with the process, however that ends.
   *
   * @param change makes the new text of the old one
   * @return whether the file was written
   */
  public boolean update(UnaryOperator<String> change) {
    try (WriterLock lock = WriterLock.take(path).orElseThrow(this::isWritten)) {
      return lock.whileHeld(() -> replace(change));
    } catch (IOException e) {
      throw notWritten(e);
    }
  }

  private CredentialsException isWritten() {
    return new CredentialsException(
        "Another program is writing %s: run this again. If none is, kubectl or an earlier version left %s behind: it counts for a minute, unless you remove it before."
            .formatted(path, WriterLock.of(path)),
        /* cause= */ null);
  }

  private boolean replace(UnaryOperator<String> change) {
    String before = read();
    String after = change.apply(before);
    if (after.equals(before)) {
      return false;
    }
    try {
      PrivateFile.replace(path, after);
      return true;
    } catch (IOException e) {
      throw notWritten(e);
    }
  }

  private CredentialsException notWritten(IOException e) {
    return new CredentialsException(
        "%s cannot be written: %s. Check that its folder is yours and the disk not full."
            .formatted(path, e.getMessage()),
        e);
  }
}
