package io.github.talosforge.credentials;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;
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
    isRefused(file);
    assertThat(lock).exists();
  }

  private static void isRefused(CredentialsFile file) {
    String before = file.read();
    assertThatThrownBy(() -> file.update(text -> "refused"))
        .isInstanceOf(CredentialsException.class)
        .hasMessageStartingWith("Another program is writing " + file.path() + ": run this again.")
        .hasMessageContaining(file.path() + ".lock");
    assertThat(file.read()).isEqualTo(before);
  }

  @Test
  void aLockThatNobodySignedCountsForAMinute() throws IOException {
    CredentialsFile file = new CredentialsFile(Files.writeString(home.resolve("config"), "a"));
    Path lock = Files.createFile(home.resolve("config.lock"));
    Files.setPosixFilePermissions(lock, PosixFilePermissions.fromString("---------"));
    Files.setLastModifiedTime(lock, FileTime.from(Instant.now().minusSeconds(120)));
    assertThat(file.update(text -> text + "b")).isTrue();
    assertThat(file.read()).isEqualTo("ab");
    assertThat(lock).doesNotExist();
  }

  /** Only a process that is killed shows that its lock ends with it. */
  @Test
  void theLockOfAKilledProcessHoldsNobody() throws Exception {
    CredentialsFile file = new CredentialsFile(Files.writeString(home.resolve("config"), "a"));
    Process writer = writer(file);
    try {
      assertThat(writer.inputReader().readLine()).isEqualTo("writing");
      isRefused(file);
    } finally {
      writer.destroyForcibly().waitFor();
    }
    assertThat(home.resolve("config.lock")).isNotEmptyFile();

    assertThat(file.update(text -> text + "b")).isTrue();
    assertThat(file.read()).isEqualTo("ab");
    assertThat(home.resolve("config.lock")).doesNotExist();
  }

  private static Process writer(CredentialsFile file) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            EndlessWriter.class.getName(),
            file.path().toString())
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start();
  }

  /** POSIX lets go of a file when its process closes it, even if that only looked at it. */
  @Test
  void whoeverIsRefusedInTheSameProcessTakesTheLockFromNobody() throws IOException {
    CredentialsFile file = new CredentialsFile(Files.writeString(home.resolve("config"), "a"));
    boolean written =
        file.update(
            text -> {
              isRefused(file);
              assertThat(endOfAnother(file)).isEqualTo(1);
              return text + "b";
            });
    assertThat(written).isTrue();
    assertThat(file.read()).isEqualTo("ab");
  }

  /** A daemon of Gradle loads this library once for each build that uses it. */
  @Test
  void whoeverIsRefusedInAnotherClassLoaderTakesTheLockFromNobody() throws IOException {
    CredentialsFile file = new CredentialsFile(Files.writeString(home.resolve("config"), "a"));
    boolean written =
        file.update(
            text -> {
              assertThatThrownBy(() -> updateInAnotherClassLoader(file.path()))
                  .rootCause()
                  .hasMessageStartingWith("Another program is writing " + file.path());
              assertThat(endOfAnother(file)).isEqualTo(1);
              return text + "b";
            });
    assertThat(written).isTrue();
    assertThat(file.read()).isEqualTo("ab");
  }

  private static void updateInAnotherClassLoader(Path file) throws Exception {
    List<URL> places = new ArrayList<>();
    for (String place : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      places.add(Path.of(place).toUri().toURL());
    }
    try (URLClassLoader another =
        new URLClassLoader(places.toArray(URL[]::new), ClassLoader.getPlatformClassLoader())) {
      Class<?> type = another.loadClass(CredentialsFile.class.getName());
      UnaryOperator<String> change = text -> "refused";
      Object unused =
          type.getMethod("update", UnaryOperator.class)
              .invoke(type.getConstructor(Path.class).newInstance(file), change);
    }
  }

  /** Whoever is killed at whatever moment leaves no lock that nobody signed. */
  @Test
  void aLockIsSignedFromTheFirstMomentOn() throws Exception {
    CredentialsFile file = new CredentialsFile(home.resolve("config"));
    Path lock = home.resolve("config.lock");
    AtomicBoolean over = new AtomicBoolean();
    FutureTask<Boolean> watcher = new FutureTask<>(() -> isEverEmpty(lock, over));
    new Thread(watcher, "watcher").start();
    for (int run = 0; run < 300; run++) {
      assertThat(file.update(text -> text + "a")).isTrue();
    }
    // What is left behind is taken over, which must not empty it either.
    for (int run = 0; run < 300; run++) {
      Files.move(Files.writeString(home.resolve("left"), "talosforge, process 1234567890\n"), lock);
      assertThat(file.update(text -> text + "a")).isTrue();
    }
    over.set(true);

    assertThat(watcher.get()).isFalse();
    assertThat(home.toFile().list()).containsExactly("config");
  }

  private static boolean isEverEmpty(Path lock, AtomicBoolean over) {
    boolean empty = false;
    while (!over.get()) {
      empty |= isEmpty(lock);
    }
    return empty;
  }

  private static boolean isEmpty(Path lock) {
    try {
      return Files.size(lock) == 0;
    } catch (IOException noneThere) {
      return false;
    }
  }

  /** Returns how a process ended that tried to write and was refused. */
  private static int endOfAnother(CredentialsFile file) {
    try {
      Process writer = writer(file);
      try {
        assertThat(writer.inputReader().readLine()).isNull();
        return writer.waitFor();
      } finally {
        writer.destroyForcibly();
      }
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Begins to write a file and never ends by itself. */
  static final class EndlessWriter {
    private EndlessWriter() {}

    public static void main(String[] arguments) {
      new CredentialsFile(Path.of(arguments[0]))
          .update(
              text -> {
                System.out.println("writing");
                while (true) {
                  LockSupport.park();
                }
              });
    }
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
