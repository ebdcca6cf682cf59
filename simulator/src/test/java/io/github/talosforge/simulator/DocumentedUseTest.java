package io.github.talosforge.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.talosforge.simulator.fault.CallPattern;
import io.github.talosforge.simulator.fault.FaultFile;
import io.github.talosforge.simulator.fault.FaultRule;
import io.github.talosforge.simulator.inspect.Checkpoint;
import io.github.talosforge.simulator.schema.Schema;
import io.github.talosforge.simulator.talos.api.RpcRules;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Runs what docs/simulator.md tells people to type. */
class DocumentedUseTest {
  private static final Path DOC = Path.of("..", "docs", "simulator.md");
  private static final Pattern CURL =
      Pattern.compile("```sh\\n(curl .*?)```\\s+```json\\n(.*?)\\n```", Pattern.DOTALL);

  private static String block(String language) throws IOException {
    Matcher matcher =
        Pattern.compile("```" + language + "\\n(.*?)```", Pattern.DOTALL)
            .matcher(Files.readString(DOC));
    assertThat(matcher.find()).isTrue();
    return matcher.group(1);
  }

  @Test
  void curlCommandsAnswerAsWritten() throws IOException, InterruptedException {
    assumeTrue(hasCurl(), "curl is not installed: skipped");
    List<String> commands = new ArrayList<>();
    try (Simulator simulator = Simulator.builder().hosts(3).start()) {
      Matcher example = CURL.matcher(Files.readString(DOC));
      while (example.find()) {
        String answer = run(example.group(1), simulator);
        assertThat(answer).as(example.group(1)).matches(pattern(example.group(2)));
        commands.add(example.group(1));
      }
    }
    assertThat(commands).hasSizeGreaterThanOrEqualTo(7);
  }

  private static boolean hasCurl() {
    return Stream.of(System.getenv("PATH").split(File.pathSeparator, -1))
        .anyMatch(place -> Files.isExecutable(Path.of(place, "curl")));
  }

  /** The expected text, where an ellipsis stands for anything. */
  private static Pattern pattern(String expected) {
    String regex =
        Stream.of(expected.split("…", -1)).map(Pattern::quote).collect(Collectors.joining(".*"));
    return Pattern.compile(regex, Pattern.DOTALL);
  }

  private static String run(String command, Simulator simulator)
      throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder("sh", "-c", command).redirectErrorStream(true);
    builder.environment().put("URL", simulator.url());
    builder.environment().put("TOKEN", simulator.token());
    builder.environment().put("FACTORY", simulator.connection().factory());
    Process process = builder.start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    return output;
  }

  @Test
  void faultsFileIsValid() throws IOException {
    Schema schema = Schema.of(9);
    FaultFile file =
        FaultFile.parse(
            block("yaml"),
            (method, path) ->
                schema.find(method, path).isPresent() || RpcRules.isKnown(method, path));
    assertThat(file.rules()).hasSize(12);
  }

  @Test
  void libraryExampleIsThisCode() throws IOException {
    String source =
        Files.readString(
            Path.of("src/test/java/io/github/talosforge/simulator/DocumentedUseTest.java"));
    assertThat(block("java").lines().map(String::strip).filter(line -> !line.isEmpty()))
        .allSatisfy(line -> assertThat(source).contains(line));
  }

  @Test
  void libraryExampleWorks() {
    try (Simulator simulator =
        Simulator.builder()
            .hosts(3)
            .fault(FaultRule.on(CallPattern.WRITES).nth(2).resetAfter())
            .start()) {
      Checkpoint before = simulator.inspect().checkpoint();
      // point a client at simulator.url() with simulator.token() and simulator.fingerprint()
      assertThat(simulator.journal().writes()).isEmpty();
      assertThat(simulator.inspect().orphans()).isEmpty();
      assertThat(simulator.inspect().changesSince(before).leftAlone(List.of(100))).isTrue();
    }
  }
}
