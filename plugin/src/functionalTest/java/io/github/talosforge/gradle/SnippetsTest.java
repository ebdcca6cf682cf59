package io.github.talosforge.gradle;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.github.talosforge.config.ClusterFiles;
import io.github.talosforge.config.ClusterReading;
import io.github.talosforge.validation.ClusterValidator;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * No page shows a snippet that nobody looks at: here its syntax, and its meaning where it is a part
 * of {@code cluster.yaml} or {@code nodes.yaml}. Other tests run what can be run.
 */
class SnippetsTest {
  /** Text has no syntax; these tests compare it with what is printed. */
  private static final Map<String, String> COMPARED_TEXT =
      Map.of(
          "README.md", "DocumentationTest",
          "docs/getting-started.md", "DocumentationTest",
          "docs/tasks.md", "DocumentationTest",
          "docs/simulator.md", "MainTest");

  /** YAML that is more than a part of the files, and the tests that read it. */
  private static final Map<String, String> READ_YAML =
      Map.of(
          "docs/ci.md", "PipelinesPageTest",
          "docs/configuration.md", "ConfigurationPageTest",
          "docs/simulator.md", "DocumentedUseTest");

  /** Text that is compared with nothing, and why. */
  private static final Map<String, String> FREE_TEXT =
      Map.of(
          "docs/architecture.md", "drawings",
          "docs/findings.md", "the form of a finding; WrittenFilesTest compares real ones",
          "docs/machine-configs.md", "the form of a difference, of two made-up configs",
          "docs/reliability.md", "who holds the Lease, of a made-up run; OneRunTest has real ones");

  private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());
  private static final KotlinParser KOTLIN = new KotlinParser();

  @AfterAll
  static void close() {
    KOTLIN.close();
  }

  static List<Snippet> snippets() throws IOException {
    List<Snippet> all = new ArrayList<>();
    for (String page : PagesTest.pages()) {
      List<Snippet> found = Snippet.of(page);
      long fences = TestBuild.repositoryFile(page).lines().filter(SnippetsTest::isFence).count();
      assertThat(found).as(page).hasSize((int) fences / 2);
      all.addAll(found);
    }
    return all;
  }

  private static boolean isFence(String line) {
    return line.stripLeading().startsWith("```");
  }

  @ParameterizedTest
  @MethodSource("snippets")
  void everySnippetIsLookedAt(Snippet snippet) throws Exception {
    switch (snippet.language()) {
      case "", "sh", "shell" -> assertThat(shellErrors(snippet.text())).isEmpty();
      case "kotlin" -> assertThat(KOTLIN.errors(snippet.text())).isEmpty();
      case "groovy" -> assertThat(snippet.page()).as("run by DocumentationTest").contains("dsl.md");
      case "java" -> assertThat(javaErrors(snippet.text())).isEmpty();
      case "json" -> new ObjectMapper().readTree(snippet.text().replace("{…}", "{}"));
      case "yaml" -> yaml(snippet);
      case "text" ->
          assertThat(
                  COMPARED_TEXT.containsKey(snippet.page())
                      || FREE_TEXT.containsKey(snippet.page()))
              .as("who compares the text of " + snippet)
              .isTrue();
      default -> throw new AssertionError(snippet + ": nothing is known of " + snippet.language());
    }
  }

  @Test
  void noExemptionIsLeftBehind() throws IOException {
    Set<String> pages =
        Set.copyOf(
            snippets().stream()
                .filter(snippet -> snippet.language().equals("text"))
                .map(Snippet::page)
                .distinct()
                .toList());
    assertThat(Stream.concat(COMPARED_TEXT.keySet().stream(), FREE_TEXT.keySet().stream()))
        .containsExactlyInAnyOrderElementsOf(pages);
  }

  private static String shellErrors(String text) throws IOException, InterruptedException {
    Process shell = new ProcessBuilder("sh", "-n").redirectErrorStream(true).start();
    shell.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
    shell.getOutputStream().close();
    String said = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return shell.waitFor() == 0 ? said : "refused: " + said;
  }

  /** Statements, as the pages show them; that they compile and work is tested where they live. */
  private static List<?> javaErrors(String text) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    DiagnosticCollector<JavaFileObject> errors = new DiagnosticCollector<>();
    JavaFileObject source =
        new SimpleJavaFileObject(URI.create("string:///Page.java"), JavaFileObject.Kind.SOURCE) {
          @Override
          public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return "class Page { void shown() {\n" + text + "\n} }";
          }
        };
    // Only the parser's mistakes are of interest: what a page leaves out cannot be resolved.
    ((com.sun.source.util.JavacTask)
            compiler.getTask(null, null, errors, List.of(), null, List.of(source)))
        .parse();
    return errors.getDiagnostics();
  }

  private static void yaml(Snippet snippet) throws IOException {
    ObjectNode shown = (ObjectNode) YAML.readTree(snippet.text());
    assertThat(shown).as(snippet.toString()).isNotEmpty();
    if (READ_YAML.containsKey(snippet.page())) {
      return;
    }
    boolean nodes = shown.has("nodes") || shown.has("pools");
    ObjectNode cluster = base(0);
    ClusterReading reading =
        ClusterFiles.read(
            YAML.writeValueAsString(nodes ? cluster : cluster.setAll(shown)),
            YAML.writeValueAsString(nodes ? withControlPlane(shown) : base(1)));
    assertThat(reading.report().hasErrors()).as(reading.report().render()).isFalse();
    assertThat(new ClusterValidator().validate(reading.spec().orElseThrow()).hasErrors())
        .as(snippet.toString())
        .isFalse();
  }

  private static ObjectNode base(int index) throws IOException {
    List<Snippet> files =
        Snippet.of("docs/getting-started.md").stream()
            .filter(snippet -> snippet.language().equals("yaml"))
            .toList();
    return (ObjectNode) YAML.readTree(files.get(index).text());
  }

  private static JsonNode withControlPlane(ObjectNode nodes) {
    if (!nodes.toString().contains("control")) {
      nodes
          .withArray("pools")
          .addObject()
          .put("name", "cp")
          .put("role", "controlplane")
          .put("count", 1);
    }
    return nodes;
  }
}
