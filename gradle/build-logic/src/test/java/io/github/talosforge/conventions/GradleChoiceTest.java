package io.github.talosforge.conventions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpServer;
import io.github.talosforge.conventions.GradlewProcess.Result;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which Gradle {@code gradlew} runs, and what it says when none can be had. */
class GradleChoiceTest {
  @TempDir Path folder;
  private GradlewProcess gradlew;

  @BeforeEach
  void copyTheWrapper() throws IOException {
    gradlew = new GradlewProcess(folder);
  }

  @Test
  void withoutMavenOneSentenceSaysWhatToDo() throws Exception {
    gradlew.environment("TALOSFORGE_GRADLE", "central");

    Result result = gradlew.run();

    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.output())
        .contains("Gradle could not be set up: ")
        .contains("the command 'mvn' was not found")
        .contains("install Apache Maven")
        .doesNotContain("\tat ");
    assertNothingIsLeftBehind();
  }

  @Test
  void aRepositoryThatCannotBeReachedIsNamedWithMavensOwnReason() throws Exception {
    gradlew.maven("echo '[ERROR] Failed: Network is unreachable'; exit 1");
    gradlew.environment("TALOSFORGE_GRADLE", "central");

    Result result = gradlew.run();

    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.output())
        .contains("Maven could not fetch Gradle's parts (Failed: Network is unreachable)")
        .contains("settings.xml");
    assertNothingIsLeftBehind();
  }

  @Test
  void aPartWithAnotherChecksumIsRefused() throws Exception {
    gradlew.maven(
        """
        for argument; do case $argument in -DoutputDirectory=*) out=${argument#*=};; esac; done
        echo evil > "$out/gradle-api-8.8.jar"
        """);
    gradlew.environment("TALOSFORGE_GRADLE", "central");

    Result result = gradlew.run();

    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.output())
        .contains("gradle-api-8.8.jar has the SHA-256 ")
        .contains("do not trust the repository");
    assertNothingIsLeftBehind();
  }

  @Test
  void aJavaThatGradleCannotRunOnIsNamed() throws Exception {
    Path jdk = folder.resolve("jdk-25");
    Files.createDirectories(jdk.resolve("bin"));
    Files.writeString(jdk.resolve("release"), "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"25.0.3\"\n");
    Path java = Files.writeString(jdk.resolve("bin/java"), "#!/bin/sh\nexit 99\n");
    assertThat(java.toFile().setExecutable(true)).isTrue();
    gradlew.environment("JAVA_HOME", jdk.toString());

    Result result = gradlew.run();

    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.output())
        .contains("runs on Java 17 to 22")
        .contains("is Java 25.0.3")
        .contains("set JAVA_HOME");
    assertNothingIsLeftBehind();
  }

  @Test
  void anUnknownChoiceIsRefused() throws Exception {
    gradlew.environment("TALOSFORGE_GRADLE", "offical");

    Result result = gradlew.run();

    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.output()).contains("'offical'", "auto, official or central");
  }

  @Test
  void anOfficialHostThatAnswersIsUsedThroughTheStockWrapper() throws Exception {
    HttpServer host =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    host.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(exchange.getRequestMethod().equals("HEAD") ? 200 : 404, -1);
          exchange.close();
        });
    host.start();
    gradlew.environment("JAVA_OPTS", "-Dtalosforge.probeSeconds=1800");
    try {
      gradlew.distributionUrl(
          "http://127.0.0.1:" + host.getAddress().getPort() + "/gradle-8.8-bin.zip");

      Result result = gradlew.run();

      assertThat(result.output())
          .contains("Downloading http://127.0.0.1:")
          .doesNotContain("making Gradle");
    } finally {
      host.stop(0);
    }
  }

  @Test
  void anUnpackedOfficialDistributionWinsWithoutAnyProbe() throws Exception {
    Path lib = gradlew.userHome().resolve("wrapper/dists/gradle-8.8-bin/hash/gradle-8.8/lib");
    Files.createDirectories(lib);
    Files.createFile(lib.resolve("gradle-launcher-8.8.jar"));
    gradlew.distributionUrl("http://127.0.0.1:1/gradle-8.8-bin.zip");

    Result result = gradlew.run();

    assertThat(result.output()).contains("Downloading").doesNotContain("making Gradle");
  }

  /** Killed half-way, then two at once: one makes it, both use it, nothing else remains. */
  @Test
  void isMadeOnceThoughOneMakerWasKilledAndTwoRunAtOnce() throws Exception {
    String maven = mavenWithTheParts();
    Path calls = folder.resolve("calls");
    Path started = folder.resolve("started");
    GradlewProcess.fifo(started);
    gradlew.environment("TALOSFORGE_GRADLE", "central");
    gradlew.maven("echo x > " + started + "; exec tail -f /dev/null");
    Process killed = gradlew.start();
    assertThat(Files.readString(started)).isEqualTo("x\n");
    killed.descendants().forEach(ProcessHandle::destroyForcibly);
    killed.destroyForcibly().waitFor();
    assertThat(remains()).anyMatch(name -> name.startsWith(".making-"));

    gradlew.maven("echo call >> " + calls + "; exec " + maven + " -o \"$@\"");
    Process first = gradlew.start();
    Process second = gradlew.start();

    assertThat(GradlewProcess.result(first).output()).contains("Gradle 8.8");
    assertThat(GradlewProcess.result(second).output()).contains("Gradle 8.8");
    assertThat(Files.readAllLines(calls)).hasSize(1);
    assertThat(remains()).containsExactlyInAnyOrder(".lock", "8.8-1");
  }

  private String mavenWithTheParts() throws Exception {
    String maven =
        Stream.of(System.getenv("PATH").split(":"))
            .map(path -> path + "/mvn")
            .filter(path -> Files.isExecutable(Path.of(path)))
            .findFirst()
            .orElse("");
    assumeTrue(!maven.isEmpty(), "Maven is not installed");
    List<String> command =
        List.of(
            maven,
            "-B",
            "-q",
            "-o",
            "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy",
            "-Dartifact=dev.gradleplugins:gradle-api:8.8",
            "-DoutputDirectory=" + folder.resolve("probe"));
    Process offline = new ProcessBuilder(command).redirectErrorStream(true).start();
    offline.getInputStream().readAllBytes();
    assumeTrue(offline.waitFor() == 0, "Gradle's parts are not in the local Maven repository");
    return maven;
  }

  private void assertNothingIsLeftBehind() throws IOException {
    assertThat(remains()).isSubsetOf(".lock");
  }

  private List<String> remains() throws IOException {
    Path made = gradlew.userHome().resolve("gradle-from-central");
    if (Files.notExists(made)) {
      return List.of();
    }
    try (Stream<Path> entries = Files.list(made)) {
      return entries.map(entry -> entry.getFileName().toString()).toList();
    }
  }
}
