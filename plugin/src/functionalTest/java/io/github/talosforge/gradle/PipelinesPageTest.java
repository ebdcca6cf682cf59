package io.github.talosforge.gradle;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The recipes for pipelines are read as YAML, and their commands run one after the other. */
class PipelinesPageTest {
  private static final String GRADLE = "./gradlew ";
  private static final String HOMELAB = "-p ../homelab ";
  private static final List<String> VARIABLES =
      List.of("PROXMOX_VE_API_TOKEN", "PROXMOX_VE_FINGERPRINT", "SOPS_AGE_KEY");

  /** Everybody can read this key; it opens nothing but tests. */
  private static final String AGE =
      TestBuild.repositoryFile("core-lib/src/test/resources/sops/age-keys.txt");

  @TempDir Path folder;

  private static List<Snippet> snippets(String language) throws IOException {
    return Snippet.of("docs/ci.md").stream()
        .filter(snippet -> snippet.language().equals(language))
        .toList();
  }

  private static JsonNode command(Snippet recipe) {
    try {
      JsonNode workflow = new ObjectMapper(new YAMLFactory()).readTree(recipe.text());
      List<JsonNode> steps = workflow.get("jobs").findParents("run");
      assertThat(steps).as(recipe.toString()).hasSize(1);
      return steps.get(0);
    } catch (IOException e) {
      throw new AssertionError(recipe.toString(), e);
    }
  }

  @Test
  void everyRecipeHandsOverWhatItsCommandReads() throws IOException {
    String page = TestBuild.repositoryFile("docs/ci.md");
    assertThat(snippets("yaml"))
        .hasSize(3)
        .allSatisfy(
            recipe ->
                assertThat(command(recipe).get("env").fieldNames())
                    .toIterable()
                    .containsExactlyElementsOf(VARIABLES));
    assertThat(VARIABLES).allSatisfy(name -> assertThat(page).contains("| `" + name + "` |"));
  }

  @Test
  void afterThePreparationEveryCommandRuns() throws IOException {
    TestBuild build =
        TestBuild.withSample(folder)
            .simulator("talosforgeSimulator { timeScale = 0 }\n")
            .environment("SOPS_AGE_KEY", key("(?m)^(AGE-SECRET-KEY-1.*)$"));
    try {
      snippets("shell").stream()
          .flatMap(snippet -> snippet.text().lines())
          .forEach(line -> prepare(build, line));
      assertThat(folder.resolve("gradlew")).isExecutable();
      assertThat(build.read("secrets.yaml")).contains("sops:");

      for (Snippet recipe : snippets("yaml")) {
        String command = command(recipe).get("run").asText();
        assertThat(command).startsWith(GRADLE);
        build.run(command.substring(GRADLE.length()).split(" ", -1));
      }
      assertThat(build.read("build/talosforge/main/report.html")).contains("sample: No changes");
    } finally {
      build.run("stopSimulator");
    }
  }

  private static void prepare(TestBuild build, String line) {
    if (line.equals("export SOPS_AGE_RECIPIENTS='age1...'")) {
      build.environment("SOPS_AGE_RECIPIENTS", key("public key: (\\S+)"));
    } else {
      assertThat(line).startsWith(GRADLE + HOMELAB);
      build.run(line.substring((GRADLE + HOMELAB).length()));
    }
  }

  private static String key(String pattern) {
    return Pattern.compile(pattern).matcher(AGE).results().findFirst().orElseThrow().group(1);
  }
}
