package io.github.talosforge.simulator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.talosforge.simulator.world.Personality;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MainTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int run(String... arguments) {
    return Main.run(
        List.of(arguments),
        new PrintStream(out, true, StandardCharsets.UTF_8),
        new PrintStream(err, true, StandardCharsets.UTF_8));
  }

  @Test
  void helpNamesEveryOption() {
    assertThat(run("--help")).isZero();
    assertThat(out.toString(StandardCharsets.UTF_8))
        .contains(
            "--hosts",
            "--personality",
            "--time-scale",
            "--state",
            "--port",
            "--faults",
            "--seed",
            "--idle-limit",
            "--reason-phrase-only",
            "--json");
  }

  @Test
  void helpIsWhatTheDocumentationShows() throws IOException {
    assertThat(Files.readString(Path.of("..", "docs", "simulator.md")))
        .contains("```text\n" + Options.HELP + "```");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--hots 3 | There is no option '--hots'; --help lists them.",
        "--hosts | The option --hosts needs a value.",
        "--hosts many | --hosts takes a number from 1 to 64, not 'many'.",
        "--personality 7 | --personality is 8.4, 9.1 or 9.2, not '7'.",
        "--time-scale fast | --time-scale takes a number such as 0, 0.1 or 1, not 'fast'.",
        "--idle-limit soon | --idle-limit takes a time such as 90s, 30m or 2h, not 'soon'.",
        "--faults /nowhere.yaml | Cannot read the faults file /nowhere.yaml.",
      })
  void wrongOptionsAreRefusedWithASentence(String line, String sentence) {
    assertThat(run(line.split(" ", -1))).isEqualTo(2);
    assertThat(err.toString(StandardCharsets.UTF_8)).isEqualToIgnoringNewLines(sentence);
  }

  @Test
  void everyOptionIsRead() {
    Options options =
        Options.parse(
            List.of(
                "--hosts=5",
                "--state",
                "s",
                "--personality",
                "8.4",
                "--time-scale",
                "0.5",
                "--faults",
                "f.yaml",
                "--port",
                "8006",
                "--seed",
                "9",
                "--idle-limit",
                "30m",
                "--reason-phrase-only",
                "--json"));
    assertThat(options)
        .isEqualTo(
            new Options(
                5,
                Path.of("s"),
                Personality.PVE_8_4,
                0.5,
                Path.of("f.yaml"),
                8006,
                9,
                Duration.ofMinutes(30),
                true,
                true,
                false));
  }

  @Test
  void wrongFaultsNameFileAndRule(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("faults.yaml"), "rules: [{reset: during}]");
    assertThat(run("--faults", file.toString())).isEqualTo(2);
    assertThat(err.toString(StandardCharsets.UTF_8))
        .contains(file + ": In rule 1: the effect comes 'before' or 'after', not 'during'.");
  }

  @Test
  void takenPortIsASentence() throws IOException {
    try (java.net.ServerSocket taken =
        new java.net.ServerSocket(0, 1, java.net.InetAddress.getLoopbackAddress())) {
      assertThat(run("--port", String.valueOf(taken.getLocalPort()))).isEqualTo(1);
      assertThat(err.toString(StandardCharsets.UTF_8))
          .startsWith("Cannot listen on port " + taken.getLocalPort())
          .contains("choose another port.");
    }
  }

  @Test
  void idleSimulatorEndsAndPrintedOneLineOfJson() throws IOException {
    assertThat(run("--json", "--hosts", "1", "--idle-limit", "1s")).isZero();
    String line = out.toString(StandardCharsets.UTF_8);
    assertThat(line.lines()).hasSize(1);
    JsonNode connection = new ObjectMapper().readTree(line);
    assertThat(connection.path("url").asText()).startsWith("https://127.0.0.1:");
    assertThat(connection.path("token").asText()).startsWith("root@pam!simulator=");
    assertThat(connection.path("fingerprint").asText()).matches("([0-9A-F]{2}:){31}[0-9A-F]{2}");
    assertThat(connection.has("proxy")).isTrue();
    assertThat(connection.path("proxy").asText()).startsWith("http://127.0.0.1:");
    assertThat(connection.path("factory").asText()).startsWith("http://127.0.0.1:");
  }
}
