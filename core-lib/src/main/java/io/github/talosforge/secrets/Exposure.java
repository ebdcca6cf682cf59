package io.github.talosforge.secrets;

import io.github.talosforge.secrets.sops.AgeIdentities;
import io.github.talosforge.secrets.sops.SopsEnvironment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Finds files with secrets that others than their owner can read, or that Git would take. */
public final class Exposure {
  private static final Set<PosixFilePermission> OF_OTHERS =
      EnumSet.range(PosixFilePermission.GROUP_READ, PosixFilePermission.OTHERS_EXECUTE);

  private Exposure() {}

  /**
   * Tells whether others than its owner may do anything with a file. Where the file system knows no
   * owners, nobody can say.
   *
   * @param file a file that exists
   * @return whether it should be closed to them
   * @throws IOException if it cannot be looked at
   */
  public static boolean isOpenToOthers(Path file) throws IOException {
    PosixFileAttributeView view = Files.getFileAttributeView(file, PosixFileAttributeView.class);
    return view != null
        && view.readAttributes().permissions().stream().anyMatch(OF_OTHERS::contains);
  }

  /**
   * Warns of files with private keys of age that others can read.
   *
   * @param environment where keys are looked up
   * @return sentences for the user
   */
  public static List<String> ofKeys(SopsEnvironment environment) {
    return AgeIdentities.files(environment).stream()
        .flatMap(file -> toOthers(file, "the private keys of age").stream())
        .toList();
  }

  /** Warns of a bundle; an encrypted one may be read by anybody and belongs into Git. */
  static List<String> ofBundle(Path file, boolean encrypted, SopsEnvironment environment) {
    return encrypted
        ? ofKeys(environment)
        : Stream.concat(toOthers(file, "the cluster's secrets").stream(), toGit(file).stream())
            .toList();
  }

  private static Optional<String> toOthers(Path file, String content) {
    try {
      return isOpenToOthers(file)
          ? Optional.of(
              "%s holds %s, and others than its owner can read it; run: chmod 600 %1$s"
                  .formatted(file, content))
          : Optional.empty();
    } catch (IOException e) {
      // Whoever cannot look at it cannot read it either, and reading says why.
      return Optional.empty();
    }
  }

  private static Optional<String> toGit(Path file) {
    return switch (GitView.of(file)) {
      case TRACKED ->
          Optional.of(
              "%s holds the cluster's secrets in clear and is in Git: whoever gets the repository is the cluster's administrator. Run: git rm --cached %1$s, and add it to .gitignore. What was committed stays in the history: make the cluster's secrets anew, or encrypt the file with SOPS before the next time."
                  .formatted(file));
      case UNTRACKED ->
          Optional.of(
              "%s holds the cluster's secrets in clear, and 'git add .' would take it. Add it to .gitignore, or encrypt it with SOPS."
                  .formatted(file));
      case IGNORED, UNKNOWN -> Optional.empty();
    };
  }
}
