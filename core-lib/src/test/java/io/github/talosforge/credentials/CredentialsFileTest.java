package io.github.talosforge.credentials;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Credentials are found where their programs look, and written for their owner only. */
class CredentialsFileTest {
  @TempDir Path home;

  @Test
  void isTheOwnersOnlyAndWhole() throws IOException {
    CredentialsFile file = new CredentialsFile(home.resolve("new/config"));
    assertThat(file.update(before -> before + "a")).isTrue();
    assertThat(file.read()).isEqualTo("a");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file.path())))
        .isEqualTo("rw-------");
    assertThat(home.resolve("new/config.lock")).doesNotExist();
  }

  @Test
  void isNotWrittenWhenNothingChanges() throws IOException {
    CredentialsFile file = new CredentialsFile(Files.writeString(home.resolve("config"), "a"));
    FileTime old = FileTime.from(Instant.parse("2020-01-01T00:00:00Z"));
    Files.setLastModifiedTime(file.path(), old);
    assertThat(file.update(before -> before)).isFalse();
    assertThat(Files.getLastModifiedTime(file.path())).isEqualTo(old);
  }

  @Test
  void waitsForNobodyWhoHoldsTheLock() throws IOException {
    CredentialsFile file = new CredentialsFile(Files.writeString(home.resolve("config"), "a"));
    Path lock = Files.createFile(home.resolve("config.lock"));
    assertThatThrownBy(() -> file.update(before -> "b"))
        .isInstanceOf(CredentialsException.class)
        .hasMessage(
            "Another program is writing "
                + file.path()
                + ". If none is, it was interrupted: remove "
                + lock
                + " and run this again.");
    assertThat(file.read()).isEqualTo("a");
    assertThat(lock).exists();
  }

  @Test
  void aFailureLeavesTheOldTextAndNoLock() throws IOException {
    CredentialsFile file = new CredentialsFile(Files.writeString(home.resolve("config"), "a"));
    assertThatThrownBy(
            () ->
                file.update(
                    before -> {
                      throw new IllegalStateException("no");
                    }))
        .isInstanceOf(IllegalStateException.class);
    assertThat(file.read()).isEqualTo("a");
    assertThat(home.resolve("config.lock")).doesNotExist();
  }

  @Test
  void talosconfigIsLookedForAsTalosctlDoes() throws IOException {
    Path usual = home.resolve(".talos/config");
    assertThat(CredentialsFile.talosconfig(Map.of(), home).path()).isEqualTo(usual);
    Path named = home.resolve("named");
    Map<String, String> variables = Map.of("TALOSCONFIG", named.toString());
    assertThat(CredentialsFile.talosconfig(variables, home).path()).isEqualTo(named);
    Files.createDirectories(usual.getParent());
    Files.createFile(usual);
    assertThat(CredentialsFile.talosconfig(variables, home).path()).isEqualTo(usual);
    Files.createFile(named);
    assertThat(CredentialsFile.talosconfig(variables, home).path()).isEqualTo(named);
    Map<String, String> moved = Map.of("TALOS_HOME", home.resolve("t").toString());
    assertThat(CredentialsFile.talosconfig(moved, home).path()).isEqualTo(home.resolve("t/config"));
  }

  @Test
  void kubeconfigIsLookedForAsKubectlDoes() {
    assertThat(CredentialsFile.kubeconfig(Map.of(), home, ":").path())
        .isEqualTo(home.resolve(".kube/config"));
    assertThat(CredentialsFile.kubeconfig(Map.of("KUBECONFIG", ":/a/b:/c"), home, ":").path())
        .isEqualTo(Path.of("/a/b"));
  }

  @Test
  void aCertificateMustLast() {
    assertThatThrownBy(() -> new ClientRequest(Duration.ZERO, Instant.EPOCH, null))
        .isInstanceOf(CredentialsException.class)
        .hasMessage("A client certificate cannot last PT0S; say for example 8760h");
  }
}
