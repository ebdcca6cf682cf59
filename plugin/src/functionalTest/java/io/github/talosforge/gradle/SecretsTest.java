package io.github.talosforge.gradle;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.gradle.testkit.runner.BuildResult;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A token is read when a task runs, from wherever it is, and written nowhere. */
class SecretsTest {
  private static final String VARIABLE = "PROXMOX_VE_API_TOKEN";
  private static final String PROPERTY = "talosforge.proxmox.apiToken";
  private static final String WRONG = "root@pam!simulator=wrong-secret-1";

  @TempDir Path folder;
  @TempDir Path elsewhere;
  private final SimulatedProxmox proxmox = new SimulatedProxmox();
  private final String token = proxmox.simulator.token();
  private TestBuild build;

  @BeforeEach
  void prepare() {
    build = TestBuild.withSample(folder).script(proxmox.block());
  }

  @AfterEach
  void stop() {
    proxmox.close();
  }

  @Test
  void tokensRotateInTheEnvironmentAndInFilesWhileTheConfigurationIsReused() throws IOException {
    assertThat(TestBuild.problem(build.fail("statusCluster")))
        .contains("No API token for Proxmox VE is known.");

    build.environment(VARIABLE, WRONG);
    assertThat(reused(build.fail("statusCluster"))).doesNotContain("wrong-secret-1");
    build.environment(VARIABLE, token);
    assertThat(reused(build.run("statusCluster"))).contains("missing");

    build.environment(VARIABLE, "");
    build.environment("TALOSFORGE_CREDENTIALS_FILE", credentials(WRONG).toString());
    assertThat(reused(build.fail("statusCluster"))).doesNotContain("wrong-secret-1");
    credentials(token);
    assertThat(reused(build.run("statusCluster"))).contains("missing");
  }

  /**
   * Gradle compares the whole set of {@code -P} properties before it reuses a configuration, read
   * or not; a plugin has no say in it. The values themselves are taken when a task runs.
   */
  @Test
  void anotherGradlePropertyIsAnotherConfigurationForGradleItself() {
    build.run("help", "-Punrelated=1");
    assertThat(build.run("help", "-Punrelated=2").getOutput())
        .contains("cannot be reused because the set of Gradle properties has changed");

    String wrong = build.fail("statusCluster", "-P" + PROPERTY + "=" + WRONG).getOutput();
    assertThat(wrong).doesNotContain("wrong-secret-1");
    assertThat(build.run("statusCluster", "-P" + PROPERTY + "=" + token).getOutput())
        .contains("cannot be reused because the set of Gradle properties has changed");
    assertThat(reused(build.run("statusCluster", "-P" + PROPERTY + "=" + token)))
        .contains("missing");
  }

  @Test
  void aTokenIsWrittenNowhere() throws IOException {
    build.environment(VARIABLE, token);
    String secret = token.replaceFirst(".*=", "");
    String open = "-Dorg.gradle.configuration-cache.internal.encryption=false";

    String stored = build.run("provisionNodes", "--debug", open).getOutput();
    String reused = reused(build.run("provisionNodes", "--debug", open));

    assertThat(stored).contains("sample-cp-1: create VM 2000").doesNotContain(secret);
    assertThat(reused).doesNotContain(secret);
    assertThat(filesWith("nodes.yaml", folder.resolve(".gradle/configuration-cache")))
        .as("a configuration cache that can be read")
        .isNotEmpty();
    assertThat(filesWith("sample-cp-1: create VM 2000", TestBuild.daemonLogs()))
        .as("daemons that wrote these builds down")
        .isNotEmpty();
    assertThat(filesWith(secret, folder)).isEmpty();
    assertThat(filesWith(secret, TestBuild.daemonLogs())).isEmpty();
  }

  private Path credentials(String secret) throws IOException {
    Path file = Files.writeString(elsewhere.resolve("credentials"), VARIABLE + "=" + secret);
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
  }

  private static String reused(BuildResult result) {
    assertThat(result.getOutput()).contains("Configuration cache entry reused.");
    return result.getOutput();
  }

  private static List<Path> filesWith(String text, Path root) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      return files.filter(Files::isRegularFile).filter(file -> contains(file, text)).toList();
    }
  }

  private static boolean contains(Path file, String text) {
    try {
      return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).contains(text);
    } catch (IOException e) {
      return false;
    }
  }
}
