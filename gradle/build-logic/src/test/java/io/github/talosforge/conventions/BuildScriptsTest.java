package io.github.talosforge.conventions;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.codehaus.groovy.control.CompilationFailedException;
import org.codehaus.groovy.control.CompilationUnit;
import org.codehaus.groovy.control.Phases;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every build script stays in the syntax that the Kotlin and the Groovy DSL read alike. */
class BuildScriptsTest {
  private static final Pattern OF_ONE_LANGUAGE_ONLY =
      Pattern.compile(
          "\\b(val|var|by|fun|def|it|new|as|in|is|typealias|lateinit)\\b"
              + "|this@|::|!!|\\?\\.|\\?:|<\\s*[A-Z]\\w*|[`']|->|=~|==~|\\bextra\\b");

  private static KotlinParser kotlin;

  @BeforeAll
  static void startKotlin() {
    kotlin = new KotlinParser();
  }

  @AfterAll
  static void stopKotlin() {
    kotlin.close();
  }

  static List<Path> scripts() throws IOException {
    Path repository = Path.of(System.getProperty("talosforge.repository"));
    try (Stream<Path> files = Files.walk(repository)) {
      return files
          .filter(file -> file.toString().endsWith(".gradle.kts"))
          .filter(file -> !file.toString().matches(".*[/\\\\](build|\\.gradle)[/\\\\].*"))
          .map(repository::relativize)
          .sorted()
          .toList();
    }
  }

  @Test
  void allScriptsAreFound() throws IOException {
    assertThat(scripts())
        .contains(
            Path.of("build.gradle.kts"),
            Path.of("settings.gradle.kts"),
            Path.of("gradle/build-logic/build.gradle.kts"),
            Path.of("sample-project/build.gradle.kts"));
  }

  @ParameterizedTest
  @MethodSource("scripts")
  void kotlinReadsIt(Path script) throws IOException {
    assertThat(kotlin.errors(text(script))).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("scripts")
  void groovyReadsIt(Path script) throws IOException {
    assertThat(groovyReads(text(script))).isTrue();
  }

  @ParameterizedTest
  @MethodSource("scripts")
  void usesNothingOfOneLanguageOnly(Path script) throws IOException {
    assertThat(code(text(script))).doesNotContainPattern(OF_ONE_LANGUAGE_ONLY);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "val x = 1",
        "val x by tasks.registering",
        "def x = 1",
        "tasks.withType<Test>()",
        "tasks.named('test')",
        "tasks.register(\"x\", Copy::class)",
        "apply plugin: \"java\"",
        "list.forEach { println(it) }"
      })
  void constructsOfOneLanguageAreNoticed(String script) {
    boolean accepted =
        kotlin.errors(script).isEmpty()
            && groovyReads(script)
            && !OF_ONE_LANGUAGE_ONLY.matcher(code(script)).find();

    assertThat(accepted).isFalse();
  }

  private static boolean groovyReads(String script) {
    CompilationUnit unit = new CompilationUnit();
    unit.addSource("script", script);
    try {
      unit.compile(Phases.CONVERSION);
      return true;
    } catch (CompilationFailedException e) {
      return false;
    }
  }

  /** The script without the text of its strings and comments. */
  private static String code(String script) {
    return script
        .replaceAll("\"([^\"\\\\]|\\\\.)*\"", "\"\"")
        .replaceAll("//[^\\n]*", "")
        .replaceAll("(?s)/\\*.*?\\*/", "");
  }

  private static String text(Path script) throws IOException {
    return Files.readString(Path.of(System.getProperty("talosforge.repository")).resolve(script));
  }
}
