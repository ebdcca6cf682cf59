package io.github.talosforge.secrets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.talosforge.secrets.sops.SopsEnvironment;
import io.github.talosforge.secrets.sops.SopsFixtures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who else could get at secrets is said, and only where somebody could. */
class ExposureTest {
  private static final SopsEnvironment NO_KEYS = SopsFixtures.environment(Map.of());

  @TempDir Path root;
  private Path path;

  @BeforeEach
  void bundle() throws IOException {
    path = root.toRealPath().resolve("secrets.yaml");
    SecretsFile.at(path, NO_KEYS).create(Bundles.bundle(), Bundles.MADE, new SecureRandom());
  }

  private List<String> warnings() {
    return SecretsFile.at(path, NO_KEYS).warnings();
  }

  private static void chmod(Path file, String permissions) throws IOException {
    Path unused = Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
  }

  private int git(String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of("git"));
    command.addAll(List.of(arguments));
    try {
      return new ProcessBuilder(command)
          .directory(root.toFile())
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .start()
          .waitFor();
    } catch (IOException e) {
      return -1;
    }
  }

  @Test
  void whatWasMadeHereIsClosed() {
    assertThat(warnings()).isEmpty();
  }

  @Test
  void aFileThatOthersCanReadIsNamedWithTheCommand() throws IOException {
    for (String open : List.of("rw-r--r--", "rw-r-----", "rw----r--")) {
      chmod(path, open);
      assertThat(warnings())
          .as(open)
          .containsExactly(
              path
                  + " holds the cluster's secrets, and others than its owner can read it; run:"
                  + " chmod 600 "
                  + path);
    }
  }

  @Test
  void whatGitHasOrWouldTakeIsNamed() throws Exception {
    assumeTrue(git("init", "-q") == 0, "git is not installed");
    assertThat(warnings()).isEmpty();

    Files.delete(root.resolve(".gitignore"));
    assertThat(warnings())
        .singleElement()
        .asString()
        .startsWith(path + " holds the cluster's secrets in clear, and 'git add .' would take it.");

    assertThat(git("add", "secrets.yaml")).isZero();
    Files.writeString(root.resolve(".gitignore"), "*\n");
    assertThat(warnings())
        .singleElement()
        .asString()
        .startsWith(path + " holds the cluster's secrets in clear and is in Git:")
        .contains("git rm --cached " + path);
  }

  @Test
  void anEncryptedBundleBelongsIntoGitButItsKeysAreTheirOwnersOnly() throws Exception {
    assumeTrue(git("init", "-q") == 0, "git is not installed");
    SopsFixtures.AgeKey key = SopsFixtures.AgeKey.make();
    Path keys = Files.writeString(root.resolve("keys.txt"), key.identity());
    chmod(keys, "rw-r--r--");
    SopsEnvironment environment =
        SopsFixtures.environment(
            Map.of("SOPS_AGE_KEY_FILE", keys.toString(), "SOPS_AGE_RECIPIENTS", key.recipient()));
    SecretsFile file = SecretsFile.at(root.resolve("secrets.sops.yaml"), environment);
    file.create(Bundles.bundle(), Bundles.MADE, new SecureRandom());
    chmod(root.resolve("secrets.sops.yaml"), "rw-r--r--");

    assertThat(file.warnings())
        .containsExactly(
            keys
                + " holds the private keys of age, and others than its owner can read it; run:"
                + " chmod 600 "
                + keys);
    chmod(keys, "rw-------");
    assertThat(file.warnings()).isEmpty();
  }
}
