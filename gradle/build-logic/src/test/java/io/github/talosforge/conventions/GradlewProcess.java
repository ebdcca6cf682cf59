package io.github.talosforge.conventions;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A copy of the wrapper in an empty folder, run as a process with nothing but what a test gives it.
 */
final class GradlewProcess {
  private static final List<String> FILES =
      List.of(
          "gradlew",
          "gradle/bootstrap/choose-gradle.sh",
          "gradle/bootstrap/GradleFromCentral.java",
          "gradle/wrapper/gradle-wrapper.jar",
          "gradle/wrapper/gradle-wrapper.properties");

  private static final List<String> SYSTEM_COMMANDS =
      List.of(
          "sh", "uname", "ls", "readlink", "xargs", "sed", "tr", "tail", "cat", "dirname", "env");

  record Result(int exitCode, String output) {}

  private final Path folder;
  private final Path bin;
  private final Map<String, String> environment = new TreeMap<>();

  GradlewProcess(Path folder) throws IOException {
    this.folder = folder;
    this.bin = Files.createDirectories(folder.resolve("bin"));
    Path repository = Path.of(System.getProperty("talosforge.repository"));
    for (String file : FILES) {
      Path copy = folder.resolve("project").resolve(file);
      Files.createDirectories(copy.getParent());
      Files.copy(repository.resolve(file), copy);
    }
    for (String command : SYSTEM_COMMANDS) {
      link(command);
    }
    environment.put("PATH", bin.toString());
    environment.put("HOME", System.getenv("HOME"));
    environment.put("JAVA_HOME", System.getProperty("java.home"));
    environment.put("GRADLE_USER_HOME", userHome().toString());
    String mavenOptions = System.getenv("MAVEN_OPTS");
    if (mavenOptions != null) {
      environment.put("MAVEN_OPTS", mavenOptions);
    }
  }

  private void link(String command) throws IOException {
    for (String path : System.getenv("PATH").split(":")) {
      Path found = Path.of(path, command);
      if (Files.isExecutable(found)) {
        Files.createSymbolicLink(bin.resolve(command), found);
        return;
      }
    }
  }

  Path userHome() {
    return folder.resolve("home");
  }

  void environment(String name, String value) {
    environment.put(name, value);
  }

  void maven(String script) throws IOException {
    // The real Maven behind it needs its usual surroundings.
    String path = "PATH='" + System.getenv("PATH") + "'; export PATH\n";
    Path mvn = Files.writeString(bin.resolve("mvn"), "#!/bin/sh\n" + path + script + "\n");
    if (!mvn.toFile().setExecutable(true)) {
      throw new IOException(mvn + " cannot be made executable");
    }
  }

  void distributionUrl(String url) throws IOException {
    Path properties = folder.resolve("project/gradle/wrapper/gradle-wrapper.properties");
    Files.writeString(
        properties,
        Files.readString(properties)
            .replaceAll("distributionUrl=.*", "distributionUrl=" + url.replace(":", "\\\\:")));
  }

  Process start() throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder("/bin/sh", folder.resolve("project/gradlew").toString(), "--version")
            .redirectErrorStream(true)
            .directory(folder.resolve("project").toFile());
    builder.environment().clear();
    builder.environment().putAll(environment);
    return builder.start();
  }

  Result run() throws IOException, InterruptedException {
    return result(start());
  }

  static Result result(Process process) throws IOException, InterruptedException {
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Result(process.waitFor(), output);
  }

  static void fifo(Path path) throws IOException, InterruptedException {
    if (new ProcessBuilder("mkfifo", path.toString()).start().waitFor() != 0) {
      throw new IOException("mkfifo " + path + " failed");
    }
  }
}
