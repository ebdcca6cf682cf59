package io.github.talosforge.simulator.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.talosforge.simulator.RawClient;
import io.github.talosforge.simulator.Simulator;
import io.github.talosforge.simulator.cli.Main;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StateTest {
  @TempDir private Path folder;

  private Simulator start() {
    return Simulator.builder().state(folder).hosts(2).start();
  }

  @Test
  void restartKeepsEverythingThatClientsKnow() {
    Connection before;
    try (Simulator simulator = start()) {
      before = simulator.connection();
      RawClient.post(simulator, "/access/roles", Map.of("roleid", "Kept", "privs", "VM.Audit"));
    }
    try (Simulator simulator = start()) {
      assertThat(simulator.connection()).isEqualTo(before);
      assertThat(RawClient.get(simulator, "/access/roles/Kept").body())
          .isEqualTo("{\"data\":{\"VM.Audit\":1}}");
    }
  }

  @Test
  void secondSimulatorIsRefusedTheFolder() {
    try (Simulator simulator = start()) {
      assertThat(simulator.url()).isNotEmpty();
      assertThatThrownBy(this::start)
          .hasMessage("Another simulator is using the state folder " + folder + "; stop it first.");
    }
  }

  @Test
  void copiesBeginWithWhatWasMadeOnceAndKeepNothing() throws IOException {
    try (Simulator original = start()) {
      RawClient.post(original, "/access/roles", Map.of("roleid", "Kept", "privs", "VM.Audit"));
    }
    String before = Files.readString(folder.resolve("state.json"));
    try (Simulator one = Simulator.builder().copyOf(folder).start();
        Simulator other = Simulator.builder().copyOf(folder).start()) {
      RawClient.post(one, "/access/roles", Map.of("roleid", "Own", "privs", "VM.Audit"));
      assertThat(RawClient.get(one, "/access/roles/Kept").status()).isEqualTo(200);
      assertThat(RawClient.get(other, "/access/roles/Own").status()).isEqualTo(500);
      assertThat(one.url()).isNotEqualTo(other.url());
    }
    assertThat(folder.resolve("state.json")).hasContent(before);
  }

  @Test
  void copyOfNothingIsASentence() {
    assertThatThrownBy(() -> Simulator.builder().copyOf(folder).start())
        .hasMessage("There is no simulator's state in " + folder);
  }

  @Test
  void unreadableStateIsASentence() throws IOException {
    start().close();
    Files.writeString(folder.resolve("state.json"), "{");
    assertThatThrownBy(this::start)
        .hasMessageStartingWith(folder.resolve("state.json") + " cannot be read")
        .hasMessageEndingWith("delete the folder to start afresh.");
  }

  @Test
  void passwordsAndNothingElseSecretAreDigested() throws IOException {
    Simulator.builder().state(folder).rootPassword("very-secret").start().close();
    assertThat(Files.readString(folder.resolve("state.json"))).doesNotContain("very-secret");
  }

  /** Kills the process at random moments of a stream of writes; what was answered must be there. */
  @Test
  void killLosesAtMostTheCallThatWasUnderWay() throws Exception {
    Random random = new Random(42);
    int answered = 0;
    for (int round = 0; round < 3; round++) {
      Process process = spawn();
      try {
        Connection connection = connection(process);
        answered = writeUntilKilled(process, connection, answered, 1 + random.nextInt(40));
      } finally {
        process.destroyForcibly().waitFor();
      }
      try (Simulator simulator = start()) {
        for (int i = 1; i <= answered; i++) {
          assertThat(RawClient.get(simulator, "/access/roles/R" + i).status())
              .as("role R%d after round %d", i, round)
              .isEqualTo(200);
        }
      }
    }
    assertThat(answered).isGreaterThan(2);
  }

  private Process spawn() throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            "-XX:TieredStopAtLevel=1",
            Main.class.getName(),
            "--state",
            folder.toString(),
            "--json")
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  private static Connection connection(Process process) throws IOException {
    BufferedReader reader =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    return new ObjectMapper().readValue(reader.readLine(), Connection.class);
  }

  /** Returns the number of the last write that was answered. */
  private static int writeUntilKilled(
      Process process, Connection connection, int start, int killAfter) throws Exception {
    int last = start;
    CountDownLatch enough = new CountDownLatch(killAfter);
    Thread killer =
        new Thread(
            () -> {
              try {
                enough.await();
                process.destroyForcibly();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    killer.start();
    for (int i = start + 1; i < start + 1000; i++) {
      if (!addRole(connection, i)) {
        break;
      }
      last = i;
      enough.countDown();
    }
    killer.interrupt();
    killer.join();
    return last;
  }

  private static boolean addRole(Connection connection, int number) {
    String body = "roleid=R" + number;
    try (RawClient client = RawClient.tls(connection.url())) {
      int status =
          client
              .exchange(
                  "POST /api2/json/access/roles HTTP/1.1\r\nHost: h\r\n"
                      + RawClient.token(connection.token())
                      + "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: "
                      + body.length()
                      + "\r\n\r\n"
                      + body)
              .status();
      // A write of the killed round may have taken effect without its answer.
      return status == 200 || status == 500;
    } catch (IOException killed) {
      return false;
    }
  }

  @Test
  void keysAndTokenAreTheirOwnersAlone() throws IOException {
    Path own = Files.createDirectory(folder.resolve("state"));
    Files.setPosixFilePermissions(own, PosixFilePermissions.fromString("rwxr-xr-x"));
    try (Simulator simulator = Simulator.builder().state(own).hosts(1).start()) {
      assertThat(simulator.url()).isNotEmpty();
      assertThat(permissions(own)).isEqualTo("rwx------");
      assertThat(permissions(own.resolve("identity.pem"))).isEqualTo("rw-------");
      assertThat(permissions(own.resolve("connection.json"))).isEqualTo("rw-------");
      assertThat(permissions(own.resolve("lock"))).isEqualTo("rw-------");
    }
    assertThat(permissions(own.resolve("state.json"))).isEqualTo("rw-------");
  }

  private static String permissions(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }
}
