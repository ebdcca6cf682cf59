package io.github.talosforge.interop;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * Talos' own code in one version, behind the program in {@code src/test/interop/machinery}. It is
 * built in the directory for temporary files, once for each version, and kept there.
 */
public final class Machinery {
  /** The versions that are asked, newest of each minor that the module proxy has. */
  public static final List<String> VERSIONS =
      List.of("v1.9.5", "v1.10.6", "v1.11.6", "v1.12.7", "v1.13.9");

  private static final String MODULE = "github.com/siderolabs/talos/pkg/machinery";
  private static final Path SOURCES = Path.of("src/test/interop/machinery");
  private static final Map<String, Machinery> BUILT = new ConcurrentHashMap<>();

  private final String version;
  private final Path program;

  private Machinery(String version, Path program) {
    this.version = version;
    this.program = program;
  }

  /** Builds the program for a version; without Go on the machine the test is skipped. */
  public static Machinery of(String version) {
    assumeTrue(hasGo(), "go is not installed, so that Talos' own code cannot be asked");
    return BUILT.computeIfAbsent(version, Machinery::build);
  }

  /** Asks a question about the files of a directory, which the answers are written to. */
  public void ask(String command, Path directory) {
    run(directory, program.toString(), command, directory.toString());
  }

  /** Writes down that all answers to a question were as they should be. */
  public void agreed(String question, int answers) throws IOException {
    Path report =
        Files.createDirectories(Path.of("build/reports/interop"))
            .resolve("machinery-" + version + "-" + question + ".json");
    new JsonMapper()
        .writeValue(
            report.toFile(), Map.of("talos", version, "question", question, "agreed", answers));
  }

  private static boolean hasGo() {
    try {
      return new ProcessBuilder("go", "version").start().waitFor() == 0;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private static Machinery build(String version) {
    try {
      Path directory =
          Path.of(System.getProperty("java.io.tmpdir"), "talosforge-machinery", version);
      Files.createDirectories(directory);
      try (Stream<Path> sources = Files.list(SOURCES)) {
        for (Path source : sources.toList()) {
          Files.copy(
              source, directory.resolve(source.getFileName()), StandardCopyOption.REPLACE_EXISTING);
        }
      }
      if (!Files.exists(directory.resolve("go.sum"))) {
        Files.writeString(directory.resolve("go.mod"), module(directory, version));
      }
      run(directory, "go", "build", "-mod=mod", "-p", "1", "-o", "machinery", ".");
      return new Machinery(version, directory.resolve("machinery"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Replacements in the module of another are not followed, so that they are repeated here. */
  private static String module(Path directory, String version) throws IOException {
    Files.writeString(directory.resolve("go.mod"), "module machinery\n\ngo 1.26\n");
    JsonMapper json = new JsonMapper();
    JsonNode download =
        json.readTree(run(directory, "go", "mod", "download", "-json", MODULE + "@" + version));
    JsonNode module =
        json.readTree(
            run(directory, "go", "mod", "edit", "-json", download.path("GoMod").asText()));
    StringBuilder text =
        new StringBuilder(
            "module machinery\n\ngo 1.26\n\nrequire " + MODULE + " " + version + "\n");
    for (JsonNode replaced : module.path("Replace")) {
      text.append(
          String.format(
              Locale.ROOT,
              "replace %s => %s %s%n",
              replaced.at("/Old/Path").asText(),
              replaced.at("/New/Path").asText(),
              replaced.at("/New/Version").asText()));
    }
    return text.toString();
  }

  private static String run(Path directory, String... command) {
    try {
      Path errors = Files.createTempFile("machinery", ".log");
      Process process =
          new ProcessBuilder(command)
              .directory(directory.toFile())
              .redirectError(errors.toFile())
              .start();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      int code = process.waitFor();
      String complaint = Files.readString(errors);
      Files.delete(errors);
      if (code != 0) {
        throw new AssertionError(String.join(" ", command) + ": " + complaint + output);
      }
      return output;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }
}
