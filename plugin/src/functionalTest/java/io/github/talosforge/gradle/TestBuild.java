package io.github.talosforge.gradle;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.gradle.testkit.runner.BuildResult;
import org.gradle.testkit.runner.GradleRunner;

/** A build in a folder of its own that is run by a real Gradle. */
final class TestBuild {
  private static final Path TEST_KIT = Path.of("build/testkit").toAbsolutePath();
  private static final Path REPOSITORY = Path.of(System.getProperty("talosforge.repository"));

  /** A daemon lives for some dozen builds: the second compiler takes more time than it saves. */
  private static final String DAEMON =
      "-Xmx384m -XX:MaxMetaspaceSize=256m"
          + " -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -XX:ReservedCodeCacheSize=240m";

  private final Path folder;
  private final Map<String, String> environment = new HashMap<>();
  private boolean published;

  private TestBuild(Path folder) {
    this.folder = folder;
  }

  /** A build that applies the plugin and has nothing else. */
  static TestBuild in(Path folder) {
    return new TestBuild(folder)
        .write("settings.gradle", "rootProject.name = 'infra'\n")
        .write("gradle.properties", "org.gradle.jvmargs=" + DAEMON + "\n")
        .script("");
  }

  /** A build with the sample's files. */
  static TestBuild withSample(Path folder) {
    return in(folder).sample("");
  }

  /** Puts the sample's files into a folder of the build. */
  TestBuild sample(String into) {
    return write(into + "cluster.yaml", sampleFile("cluster.yaml"))
        .write(into + "nodes.yaml", sampleFile("nodes.yaml"));
  }

  static String sampleFile(String name) {
    return repositoryFile("sample-project/" + name);
  }

  static String repositoryFile(String name) {
    return read(REPOSITORY.resolve(name));
  }

  /**
   * Takes the plugin from a repository, as users do: it then shares the build script's class loader
   * with all other plugins, whereas TestKit gives the plugin under test a loader of its own.
   */
  TestBuild published() {
    published = true;
    return write("settings.gradle", PublishedPlugin.settings());
  }

  /** Continues the build script after the plugins. */
  TestBuild script(String text) {
    return write("build.gradle", "plugins { id 'io.github.talosforge' }\n" + text);
  }

  /** Applies both plugins, with the simulator that this repository builds. */
  TestBuild simulator(String text) {
    String files =
        Arrays.stream(System.getProperty("talosforge.simulator").split(File.pathSeparator))
            .map(file -> "'" + file + "'")
            .collect(Collectors.joining(", "));
    return write(
        "build.gradle",
        "plugins { id 'io.github.talosforge'; id 'io.github.talosforge.simulator' }\n"
            + "dependencies { talosforgeSimulator files(%s) }\n".formatted(files)
            + text);
  }

  TestBuild write(String name, String text) {
    try {
      Path file = folder.resolve(name);
      Files.createDirectories(file.getParent());
      Files.writeString(file, text);
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  TestBuild remove(String name) {
    try {
      Files.delete(folder.resolve(name));
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  TestBuild change(String name, String from, String to) {
    String text = read(name);
    assertThat(text).contains(from);
    return write(name, text.replace(from, to));
  }

  String read(String name) {
    return read(folder.resolve(name));
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The folder with what daemons of these builds write down. */
  static Path daemonLogs() {
    return TEST_KIT.resolve("test-kit-daemon/8.8");
  }

  TestBuild environment(String name, String value) {
    environment.put(name, value);
    return this;
  }

  Path folder() {
    return folder;
  }

  BuildResult run(String... arguments) {
    return checked(runner(arguments).build());
  }

  BuildResult fail(String... arguments) {
    return checked(runner(arguments).buildAndFail());
  }

  /** Runs twice: the configuration is stored, then reused. Returns the second result. */
  BuildResult runTwice(String... arguments) {
    assertThat(run(arguments).getOutput()).contains("Configuration cache entry stored.");
    BuildResult second = run(arguments);
    assertThat(second.getOutput()).contains("Configuration cache entry reused.");
    return second;
  }

  /** Fails twice in the same words: the configuration is stored, then reused. */
  BuildResult failTwice(String... arguments) {
    BuildResult first = fail(arguments);
    BuildResult second = fail(arguments);
    assertThat(second.getOutput()).contains("Configuration cache entry reused.");
    assertThat(problem(second)).isEqualTo(problem(first));
    return second;
  }

  /** What Gradle says went wrong, without its frame. */
  static String problem(BuildResult result) {
    String output = result.getOutput();
    int from = output.indexOf("* What went wrong:\n");
    int to = output.indexOf("\n* Try:", from);
    assertThat(from).as("a failure in\n" + output).isNotNegative();
    return output.substring(from + "* What went wrong:\n".length(), to).strip();
  }

  private GradleRunner runner(String... arguments) {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.add("--configuration-cache");
    all.add("--offline");
    all.add("--warning-mode=all");
    Map<String, String> variables = new HashMap<>();
    variables.put("PATH", System.getenv("PATH"));
    variables.putAll(environment);
    GradleRunner runner =
        GradleRunner.create()
            .withProjectDir(folder.toFile())
            .withTestKitDir(TEST_KIT.toFile())
            .withEnvironment(variables)
            .withArguments(all);
    return published ? runner : runner.withPluginClasspath();
  }

  private static BuildResult checked(BuildResult result) {
    assertThat(result.getOutput()).doesNotContainIgnoringCase("deprecated");
    return result;
  }
}
