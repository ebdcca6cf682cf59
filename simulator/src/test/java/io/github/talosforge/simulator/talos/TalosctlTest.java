package io.github.talosforge.simulator.talos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.talosforge.simulator.Simulator;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A cluster's life through talosctl, through the proxy. The programs are named by
 * TALOSFORGE_TALOSCTL, several of them separated as in PATH; without, the one on the PATH is used.
 */
@Tag("interop")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TalosctlTest {
  private static final Pattern TAG = Pattern.compile("v1\\.\\d+\\.\\d+");

  @TempDir private Path folder;

  static List<Path> programs() {
    String named = System.getenv("TALOSFORGE_TALOSCTL");
    Stream<Path> places =
        named == null
            ? Stream.of(System.getenv("PATH").split(File.pathSeparator, -1))
                .map(place -> Path.of(place, "talosctl"))
            : Stream.of(named.split(File.pathSeparator, -1)).map(Path::of);
    List<Path> found = places.filter(Files::isExecutable).toList();
    return found.isEmpty() ? List.of(Path.of("talosctl")) : found;
  }

  @ParameterizedTest
  @MethodSource("programs")
  void talosctlTakesAClusterThroughItsLife(Path program) throws IOException, InterruptedException {
    assumeTrue(Files.isExecutable(program), "talosctl is not installed: skipped");
    Files.createDirectories(folder);
    String version = version(program);
    try (TalosLab lab =
        TalosLab.start(Simulator.builder().timeScale(0.05), version, TestSecrets.create())) {
      Session session = new Session(program, lab.simulator.proxy());
      for (int i = 0; i < 5; i++) {
        lab.vm(100 + i, (i < 3 ? "cp-" : "w-") + i, "192.168.7.1" + i);
      }
      lab.await(
          () ->
              IntStream.range(100, 105)
                  .allMatch(vm -> lab.simulator.talos().stage(vm) == Stage.MAINTENANCE));
      session.run("gen", "config", "lab", TalosLab.ENDPOINT, "--force");
      for (int i = 0; i < 5; i++) {
        session.run(
            "-n",
            "192.168.7.1" + i,
            "apply-config",
            "--insecure",
            "-f",
            i < 3 ? "controlplane.yaml" : "worker.yaml");
      }
      session.run("config", "endpoint", "192.168.7.10", "192.168.7.11", "192.168.7.12");
      session.run("config", "node", "192.168.7.10");
      lab.await(() -> lab.simulator.talos().loopback("192.168.7.10", 50000).isPresent());
      assertThat(session.run("version")).contains("Tag:         " + version);
      session.run("bootstrap");
      assertThat(session.run("health", "--wait-timeout", "2m"))
          .contains("waiting for all k8s nodes to report ready: OK");
      assertThat(session.run("get", "members")).contains("cp-0").contains("w-4");
      assertThat(session.run("etcd", "members")).contains("https://192.168.7.12:2380");
      session.run("kubeconfig", "kubeconfig", "--force");
      assertThat(Files.readString(folder.resolve("kubeconfig"))).contains(TalosLab.ENDPOINT);
      String image =
          "factory.talos.dev/nocloud-installer/" + TalosLab.SCHEMATIC + ":" + next(version);
      session.run("upgrade", "--image", image, "--timeout", "2m");
      assertThat(session.run("version")).contains("Tag:         " + next(version));
      session.run(
          "-n",
          "192.168.7.14",
          "reset",
          "--system-labels-to-wipe",
          "STATE",
          "--system-labels-to-wipe",
          "EPHEMERAL",
          "--reboot",
          "--timeout",
          "2m");
      assertThat(lab.simulator.talos().stage(104)).isEqualTo(Stage.MAINTENANCE);
    }
  }

  private String version(Path program) throws IOException, InterruptedException {
    Matcher tag = TAG.matcher(new Session(program, "").run("version", "--client"));
    assertThat(tag.find()).as("a version in the output of talosctl").isTrue();
    return tag.group();
  }

  private static String next(String version) {
    int dot = version.lastIndexOf('.') + 1;
    return version.substring(0, dot) + (Integer.parseInt(version.substring(dot)) + 1);
  }

  private final class Session {
    private final Path program;
    private final String proxy;

    Session(Path program, String proxy) {
      this.program = program;
      this.proxy = proxy;
    }

    String run(String... arguments) throws IOException, InterruptedException {
      List<String> command = new ArrayList<>(List.of(program.toString()));
      command.addAll(List.of(arguments));
      Path output = folder.resolve("output.txt");
      ProcessBuilder builder =
          new ProcessBuilder(command)
              .directory(folder.toFile())
              .redirectErrorStream(true)
              .redirectOutput(output.toFile());
      builder.environment().put("TALOSCONFIG", folder.resolve("talosconfig").toString());
      builder.environment().put("HOME", folder.toString());
      builder.environment().put("HTTPS_PROXY", proxy);
      Process process = builder.start();
      boolean ended = process.waitFor(10, TimeUnit.MINUTES);
      process.destroyForcibly();
      String text = Files.readString(output, StandardCharsets.UTF_8);
      System.out.println("$ talosctl " + String.join(" ", arguments) + "\n" + text);
      assertThat(ended).as("talosctl ended").isTrue();
      assertThat(process.exitValue()).as(text).isZero();
      return text;
    }
  }
}
