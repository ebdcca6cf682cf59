package io.github.talosforge.gradle;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever the first pages show has been run; {@link SnippetsTest} reads what all pages show. */
class DocumentationTest {
  private static final List<String> PAGES =
      List.of(
          "README.md",
          "docs/getting-started.md",
          "docs/tasks.md",
          "docs/removing.md",
          "docs/dsl.md");

  /** Runs this very test. */
  private static final String CHECK = "./gradlew check";

  @TempDir Path folder;

  static List<Snippet> snippets(String... languages) throws IOException {
    List<Snippet> all = new ArrayList<>();
    for (String page : PAGES) {
      all.addAll(Snippet.of(page));
    }
    return all.stream()
        .filter(one -> languages.length == 0 || Set.of(languages).contains(one.language()))
        .toList();
  }

  /** Kotlin scripts are Groovy too, except for Kotlin's lists. */
  static Stream<Snippet> groovy() throws IOException {
    return snippets("groovy", "kotlin").stream()
        .filter(one -> !one.text().contains("listOf") && !NewcomerTest.SNIPPETS.contains(one));
  }

  private static boolean isOfSettings(Snippet snippet) {
    return snippet.text().startsWith("pluginManagement {");
  }

  @ParameterizedTest
  @MethodSource("groovy")
  void groovyRuns(Snippet snippet) {
    if (isOfSettings(snippet)) {
      TestBuild.withSample(folder).write("settings.gradle", snippet.text()).run("validateCluster");
      return;
    }
    TestBuild.withSample(folder)
        .sample("clusters/prod/")
        .write("lab.yaml", TestBuild.sampleFile("cluster.yaml"))
        .write("lab-nodes.yaml", TestBuild.sampleFile("nodes.yaml"))
        .write("build.gradle", whole(snippet.text()))
        .run("validateCluster");
  }

  /** The plugin is the one under test, which has no version. */
  private static String whole(String script) {
    return script.startsWith("plugins {")
        ? script.replace(" version \"%s\"".formatted(PublishedPlugin.VERSION), "")
        : "plugins { id 'io.github.talosforge' }\n" + script;
  }

  /** What is removed on one page was made on the page before. */
  @ParameterizedTest
  @ValueSource(strings = {"README.md", "docs/getting-started.md", "docs/tasks.md docs/removing.md"})
  void commandsRunOneAfterTheOtherAndPrintWhatIsShown(String pages) throws IOException {
    TestBuild build =
        TestBuild.withSample(folder).simulator("talosforgeSimulator { timeScale = 0 }\n");
    String output = "";
    List<Snippet> snippets = new ArrayList<>();
    for (String page : pages.split(" ", -1)) {
      snippets.addAll(Snippet.of(page));
    }
    for (Snippet snippet : snippets) {
      if (NewcomerTest.SNIPPETS.contains(snippet)) {
        continue;
      }
      if (snippet.language().equals("shell")) {
        output = snippet.text().lines().map(line -> run(build, line)).collect(Collectors.joining());
      } else if (snippet.language().equals("sh")) {
        // The sample has nothing that it could be done to: that tasks and options exist is seen.
        snippet.text().lines().forEach(line -> run(build, line + " --dry-run"));
      } else if (snippet.language().equals("text")) {
        assertShown(snippet, output);
      }
    }
    build.run("stopSimulator");
  }

  private static String run(TestBuild build, String line) {
    Matcher export = Pattern.compile("export (\\w+)='(.*)'").matcher(line);
    if (export.matches()) {
      build.environment(export.group(1), export.group(2));
      return "";
    }
    if (line.equals(CHECK)) {
      return "BUILD SUCCESSFUL";
    }
    assertThat(line).startsWith("./gradlew ");
    String arguments =
        line.substring("./gradlew ".length())
            .replaceFirst("-p (sample-project|\\.\\./homelab) ", "")
            // As a shell does.
            .replace("'", "");
    return build.run(arguments.split(" +", -1)).getOutput();
  }

  /** Every line was printed, whatever the times; … stands for lines that are left out. */
  private static void assertShown(Snippet snippet, String output) {
    assertThat(withoutTimes(snippet.text()).lines().filter(line -> !line.equals("…")))
        .as(snippet.toString())
        .isSubsetOf(withoutTimes(output).lines().toList());
  }

  private static String withoutTimes(String text) {
    return text.replaceAll("\\d+\\.\\d s\\b", "0.0 s");
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

  @Test
  void everyOptionIsInTheTable() throws IOException {
    String page = TestBuild.repositoryFile("docs/tasks.md");
    String table = page.substring(page.indexOf("## Options"), page.indexOf("## Files"));
    Path tasks =
        Path.of(System.getProperty("talosforge.repository"))
            .resolve("plugin/src/main/java/io/github/talosforge/gradle/tasks");
    try (Stream<Path> sources = Files.list(tasks)) {
      assertThat(sources.flatMap(DocumentationTest::options).distinct())
          .hasSizeGreaterThan(10)
          .allSatisfy(option -> assertThat(table).containsPattern("`--" + option + "[=`]"));
    }
  }

  private static Stream<String> options(Path source) {
    try {
      return Pattern.compile("option = \"([a-z-]+)\"")
          .matcher(Files.readString(source))
          .results()
          .map(found -> found.group(1));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
