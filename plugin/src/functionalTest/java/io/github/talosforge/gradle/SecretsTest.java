package io.github.talosforge.gradle;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.gradle.testkit.runner.BuildResult;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A token is read when a task runs, from wherever it is, and written nowhere. */
class SecretsTest {
  @TempDir Path simulated;
  @TempDir Path folder;
  private TestBuild simulator;
  private TestBuild build;
  private String token;

  @BeforeEach
  void prepare() {
    simulator =
        TestBuild.withSample(simulated).simulator("talosforgeSimulator { timeScale = 0 }\n");
    simulator.run("startSimulator");
    String connection = simulator.read("build/talosforge/simulator/output");
    token = value(connection, "token");
    build =
        TestBuild.withSample(folder)
            .environment("PROXMOX_VE_ENDPOINT", value(connection, "url"))
            .environment("PROXMOX_VE_FINGERPRINT", value(connection, "fingerprint"));
  }

  @AfterEach
  void stop() {
    simulator.run("stopSimulator");
  }

  @Test
  void tokensRotateInEveryPlaceWhileTheConfigurationIsReused() throws IOException {
    assertThat(TestBuild.problem(build.fail("statusCluster")))
        .contains("No API token for Proxmox VE is known.");

    build.environment("PROXMOX_VE_API_TOKEN", "root@pam!simulator=wrong-secret-1");
    BuildResult refused = build.fail("statusCluster");
    assertThat(refused.getOutput())
        .contains("Configuration cache entry reused.")
        .doesNotContain("wrong-secret-1");

    build.environment("PROXMOX_VE_API_TOKEN", token);
    assertReused(build.run("statusCluster"));

    build.environment("PROXMOX_VE_API_TOKEN", "");
    Path file = Files.writeString(folder.resolve("credentials"), "PROXMOX_VE_API_TOKEN=" + token);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    build.environment("TALOSFORGE_CREDENTIALS_FILE", file.toString());
    assertReused(build.run("statusCluster"));

    build.environment("TALOSFORGE_CREDENTIALS_FILE", "");
    // Gradle itself configures anew whenever the set of -P properties changes.
    build.run("statusCluster", "-Ptalosforge.proxmox.apiToken=" + token);
  }

  @Test
  void aTokenIsWrittenNowhere() throws IOException {
    build.environment("PROXMOX_VE_API_TOKEN", token);
    String secret = token.replaceFirst(".*=", "");

    String output = build.run("provisionNodes", "--plan-only", "--debug").getOutput();

    assertThat(output).doesNotContain(secret);
    try (Stream<Path> files = Files.walk(folder)) {
      List<Path> found =
          files.filter(Files::isRegularFile).filter(file -> contains(file, secret)).toList();
      assertThat(found).isEmpty();
    }
  }

  private static void assertReused(BuildResult result) {
    assertThat(result.getOutput()).contains("Configuration cache entry reused.");
  }

  private static boolean contains(Path file, String secret) {
    try {
      return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).contains(secret);
    } catch (IOException e) {
      return false;
    }
  }

  private static String value(String json, String name) {
    Matcher matcher = Pattern.compile("\"" + name + "\":\"([^\"]*)\"").matcher(json);
    assertThat(matcher.find()).isTrue();
    return matcher.group(1);
  }
}
