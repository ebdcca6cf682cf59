package io.github.talosforge.interop;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;

/**
 * etcd and its {@code etcdutl} in the version of Talos 1.13, built from their public Go modules in
 * the directory for temporary files, and kept there.
 */
public final class EtcdProgram {
  private static final String VERSION = "v3.6.16";
  private static final Path SOURCE = Path.of("src/test/interop/etcd/main.go");
  private static final List<String> MODULES =
      List.of(
          "go.etcd.io/etcd/server/v3", "go.etcd.io/etcd/client/v3", "go.etcd.io/etcd/etcdutl/v3");

  private final Path directory;

  private EtcdProgram(Path directory) {
    this.directory = directory;
  }

  /** Builds both; without Go on the machine the test is skipped. */
  public static EtcdProgram built() throws IOException, InterruptedException {
    assumeTrue(hasGo(), "go is not installed, so that etcd cannot be built");
    Path directory =
        Files.createDirectories(
            Path.of(System.getProperty("java.io.tmpdir"), "talosforge-etcd", VERSION));
    Files.copy(SOURCE, directory.resolve("main.go"), StandardCopyOption.REPLACE_EXISTING);
    EtcdProgram program = new EtcdProgram(directory);
    if (Files.notExists(directory.resolve("go.sum"))) {
      Files.writeString(directory.resolve("go.mod"), "module etcd\n\ngo 1.24\n");
      List<String> get = new ArrayList<>(List.of("go", "get"));
      MODULES.forEach(module -> get.add(module + "@" + VERSION));
      program.succeed(get.toArray(String[]::new));
    }
    program.succeed("go", "build", "-mod=mod", "-p", "1", "-o", "etcd", ".");
    program.succeed("go", "build", "-mod=mod", "-p", "1", "-o", "etcdutl", MODULES.get(2));
    return program;
  }

  private static boolean hasGo() throws InterruptedException {
    try {
      return new ProcessBuilder("go", "version").start().waitFor() == 0;
    } catch (IOException e) {
      return false;
    }
  }

  /** Runs our program with a real etcd in it. */
  public void etcd(String command, Path where) throws IOException, InterruptedException {
    succeed(directory.resolve("etcd").toString(), command, where.toString());
  }

  /** Runs etcdutl; what it says if it fails is a failure of the test. */
  public String etcdutl(String... arguments) throws IOException, InterruptedException {
    return succeed(etcdutlWith(arguments));
  }

  /** Runs etcdutl on what it should refuse. */
  public boolean etcdutlRefuses(String... arguments) throws IOException, InterruptedException {
    return run(etcdutlWith(arguments)).code != 0;
  }

  private String[] etcdutlWith(String... arguments) {
    List<String> command = new ArrayList<>(List.of(directory.resolve("etcdutl").toString()));
    command.addAll(List.of(arguments));
    return command.toArray(String[]::new);
  }

  private record Ended(int code, String output, String errors) {}

  private String succeed(String... command) throws IOException, InterruptedException {
    Ended ended = run(command);
    if (ended.code != 0) {
      throw new AssertionError(String.join(" ", command) + ": " + ended.errors + ended.output);
    }
    return ended.output;
  }

  private Ended run(String... command) throws IOException, InterruptedException {
    Path errors = Files.createTempFile("etcd", ".log");
    Process process =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectError(errors.toFile())
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    int code = process.waitFor();
    String said = Files.readString(errors);
    Files.delete(errors);
    return new Ended(code, output, said);
  }
}
