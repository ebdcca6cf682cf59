package io.github.talosforge.simulator.talos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Compares our protocol files with the descriptors in Talos' public Go module, which {@code go}
 * fetches and prints.
 */
@Tag("interop")
class DescriptorsTest {
  private static final String MODULE = "github.com/siderolabs/talos/pkg/machinery@v1.13.9";

  @TempDir private Path folder;

  @Test
  void everyPackageServiceNameAndNumberIsTalosOwn() throws IOException, InterruptedException {
    assumeTrue(
        Stream.of(System.getenv("PATH").split(File.pathSeparator, -1))
            .anyMatch(place -> Files.isExecutable(Path.of(place, "go"))),
        "go is not installed: skipped");
    Files.copy(Path.of("src/interop/talos/descriptors/main.go"), folder.resolve("main.go"));
    run("go", "mod", "init", "descriptors");
    run("go", "get", MODULE);
    Set<String> theirs = new LinkedHashSet<>(run("go", "run", "."));
    Set<String> ours = ProtocolFiles.facts(Path.of("../protocol"));
    assertThat(ours).hasSizeGreaterThan(250);
    Set<String> unknown = new TreeSet<>(ours);
    unknown.removeAll(theirs);
    assertThat(unknown).isEmpty();
  }

  private List<String> run(String... command) throws IOException, InterruptedException {
    Path out = folder.resolve("out.txt");
    Path errors = folder.resolve("errors.txt");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectOutput(out.toFile())
            .redirectError(errors.toFile());
    builder.environment().putAll(Map.of("GOFLAGS", "-mod=mod", "GOWORK", "off"));
    int status = builder.start().waitFor();
    assertThat(status).as(Files.readString(errors, StandardCharsets.UTF_8)).isZero();
    return Files.readAllLines(out);
  }
}
