package io.github.talosforge.gradle;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever the pages show has been run, or for Kotlin parsed. */
class DocumentationTest {
  private static final List<String> PAGES =
      List.of("docs/getting-started.md", "docs/tasks.md", "docs/dsl.md");

  @TempDir Path folder;

  static List<Snippet> snippets(String... languages) throws IOException {
    List<Snippet> all = new ArrayList<>();
    for (String page : PAGES) {
      all.addAll(Snippet.of(page));
    }
    return all.stream().filter(one -> Set.of(languages).contains(one.language())).toList();
  }

  static Stream<Snippet> groovy() throws IOException {
    return snippets("groovy").stream();
  }

  static Stream<Snippet> shell() throws IOException {
    return snippets("shell").stream();
  }

  @Test
  void kotlinIsKotlin() throws IOException {
    try (KotlinParser parser = new KotlinParser()) {
      assertThat(snippets("kotlin"))
          .hasSizeGreaterThanOrEqualTo(4)
          .allSatisfy(snippet -> assertThat(parser.errors(snippet.text())).isEmpty());
    }
  }

  @ParameterizedTest
  @MethodSource("groovy")
  void groovyRuns(Snippet snippet) {
    TestBuild.in(folder)
        .sample("clusters/prod/")
        .write("lab.yaml", TestBuild.sampleFile("cluster.yaml"))
        .write("lab-nodes.yaml", TestBuild.sampleFile("nodes.yaml"))
        .script(snippet.text())
        .run("validateCluster");
  }

  @ParameterizedTest
  @MethodSource("shell")
  void commandsRun(Snippet snippet) {
    TestBuild build =
        TestBuild.withSample(folder).simulator("talosforgeSimulator { timeScale = 0 }\n");
    snippet
        .text()
        .lines()
        .forEach(
            line -> {
              assertThat(line).startsWith("./gradlew ");
              String arguments =
                  line.substring("./gradlew ".length()).replace("-p sample-project ", "");
              build.run(arguments.split(" +", -1));
            });
    build.run("stopSimulator");
  }

  @Test
  void theFirstFilesAreValid() throws IOException {
    List<Snippet> yaml = snippets("yaml");
    assertThat(yaml).hasSize(2);

    assertThat(
            TestBuild.in(folder)
                .write("cluster.yaml", yaml.get(0).text())
                .write("nodes.yaml", yaml.get(1).text())
                .run("validateCluster")
                .getOutput())
        .contains("Cluster homelab is valid: 1 control plane and 2 workers");
  }

  @Test
  void theShownOutputIsTheOutput() throws IOException {
    String shown =
        Snippet.of("docs/getting-started.md").stream()
            .map(Snippet::text)
            .filter(text -> text.startsWith("Cluster sample is valid"))
            .findFirst()
            .orElseThrow();

    assertThat(TestBuild.withSample(folder).run("validateCluster").getOutput()).contains(shown);
  }

  @Test
  void everyTaskIsDocumented() {
    String page = TestBuild.repositoryFile("docs/tasks.md");

    assertThat(
            Arrays.stream(
                    TestBuild.in(folder)
                        .simulator("")
                        .run("tasks", "-q")
                        .getOutput()
                        .split("\n", -1))
                .dropWhile(line -> !line.equals("Talosforge tasks"))
                .skip(2)
                .takeWhile(line -> !line.isBlank())
                .map(line -> line.replaceFirst(" - .*", "")))
        .isNotEmpty()
        .allSatisfy(task -> assertThat(page).contains("`" + task + "`"));
  }
}
