package io.github.talosforge.gradle;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The recipes for pipelines are read as YAML, and their commands run one after the other. */
class PipelinesPageTest {
  private static final String GRADLE = "./gradlew ";

  @TempDir Path folder;

  private static List<String> commands() throws IOException {
    List<String> commands = new ArrayList<>();
    for (Snippet snippet : Snippet.of("docs/ci.md")) {
      assertThat(snippet.language()).isEqualTo("yaml");
      JsonNode workflow = new ObjectMapper(new YAMLFactory()).readTree(snippet.text());
      assertThat(workflow.get("jobs")).as(snippet.toString()).isNotEmpty();
      workflow.findValuesAsText("run").forEach(commands::add);
    }
    return commands;
  }

  @Test
  void everyCommandRuns() throws IOException {
    List<String> commands = commands();
    assertThat(commands).hasSize(3).allMatch(command -> command.startsWith(GRADLE));
    TestBuild build =
        TestBuild.withSample(folder).simulator("talosforgeSimulator { timeScale = 0 }\n");
    try {
      commands.forEach(command -> build.run(command.substring(GRADLE.length()).split(" ", -1)));
      assertThat(build.read("build/talosforge/main/report.html")).contains("sample: No changes");
    } finally {
      build.run("stopSimulator");
    }
  }
}
