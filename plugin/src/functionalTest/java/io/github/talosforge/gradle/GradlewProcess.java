package io.github.talosforge.gradle;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** {@code ./gradlew} as users run it: a process of its own, and a daemon that outlives it. */
final class GradlewProcess {
  private static final Path REPOSITORY = Path.of(System.getProperty("talosforge.repository"));

  private final Process process;
  private final Reader output;
  private final StringBuilder read = new StringBuilder();

  private GradlewProcess(Process process) {
    this.process = process;
    this.output = new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8);
  }

  /** The first lines of a build script that knows the plugin without TestKit's help. */
  static String pluginUnderTest() {
    Properties metadata = new Properties();
    try (Reader reader =
        new InputStreamReader(
            GradlewProcess.class.getResourceAsStream("/plugin-under-test-metadata.properties"),
            StandardCharsets.UTF_8)) {
      metadata.load(reader);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Stream.of(metadata.getProperty("implementation-classpath").split(":"))
        .map(file -> "'" + file + "'")
        .collect(
            Collectors.joining(
                ", ",
                "buildscript { dependencies { classpath files(",
                ") } }\napply plugin: 'io.github.talosforge'\n"));
  }

  static GradlewProcess start(
      Path folder, Path userHome, Map<String, String> environment, String... arguments)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(REPOSITORY.resolve("gradlew").toString());
    command.addAll(List.of("-p", folder.toString(), "--offline"));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().putAll(environment);
    builder.environment().put("GRADLE_USER_HOME", userHome.toString());
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    return new GradlewProcess(builder.start());
  }

  /**
   * A Gradle user home of the tests' own that runs the Gradle which is unpacked in the real one.
   */
  static Path userHome(Path home) throws IOException {
    Path real = Path.of(System.getProperty("talosforge.gradleUserHome"));
    Files.createDirectories(home);
    for (String distributions : List.of("gradle-from-central", "wrapper")) {
      if (Files.exists(real.resolve(distributions)) && !Files.exists(home.resolve(distributions))) {
        Files.createSymbolicLink(home.resolve(distributions), real.resolve(distributions));
      }
    }
    return home;
  }

  /** Reads on until the output holds a text, or ends. */
  boolean prints(String text) throws IOException {
    while (read.indexOf(text) < 0) {
      int character = output.read();
      if (character < 0) {
        return false;
      }
      read.append((char) character);
    }
    return true;
  }

  /**
   * Ctrl+C. What is started in the background of a shell ignores it; SIGTERM is the same to Java.
   */
  void interrupt() throws IOException, InterruptedException {
    signal(ignoresInterrupts() ? "-TERM" : "-INT", process.pid());
  }

  private boolean ignoresInterrupts() throws IOException {
    Path status = Path.of("/proc", Long.toString(process.pid()), "status");
    return Files.exists(status)
        && Files.readAllLines(status).stream()
            .filter(line -> line.startsWith("SigIgn:"))
            .anyMatch(line -> (Long.parseUnsignedLong(line.substring(7).strip(), 16) & 2) != 0);
  }

  private static void signal(String signal, long process) throws IOException, InterruptedException {
    if (new ProcessBuilder("kill", signal, Long.toString(process)).start().waitFor() != 0) {
      throw new IOException("no process " + process);
    }
  }

  /** Reads to the end and returns the exit code. */
  int end() throws IOException, InterruptedException {
    for (int character = output.read(); character >= 0; character = output.read()) {
      read.append((char) character);
    }
    return process.waitFor();
  }

  String output() {
    return read.toString();
  }

  /** Reads a daemon's log until it has lines with all these texts in turn, or the daemon ends. */
  static void awaitLines(Path log, String... texts) throws IOException {
    String daemon = log.getFileName().toString().replaceAll("\\D+(\\d+)\\D+", "$1");
    Process tail =
        new ProcessBuilder("tail", "-n", "+1", "-f", "--pid=" + daemon, log.toString()).start();
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(tail.getInputStream(), StandardCharsets.UTF_8))) {
      for (String text : texts) {
        String line = lines.readLine();
        while (line != null && !line.contains(text)) {
          line = lines.readLine();
        }
      }
    } finally {
      tail.destroy();
    }
  }
}
