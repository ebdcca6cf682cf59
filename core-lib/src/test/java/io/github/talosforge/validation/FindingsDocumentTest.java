package io.github.talosforge.validation;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.allocation.AllocationFinding;
import io.github.talosforge.finding.Finding;
import io.github.talosforge.finding.Severity;
import io.github.talosforge.machineconfig.patch.PatchFinding;
import io.github.talosforge.plan.PlanFinding;
import io.github.talosforge.preflight.PreflightFinding;
import io.github.talosforge.validation.rules.Rules;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** {@code docs/findings.md} has a line for every code, and no line for none. */
class FindingsDocumentTest {
  private static final Path DOCUMENT = Path.of("../docs/findings.md");
  private static final Pattern ROW =
      Pattern.compile(
          "\\| <a id=\"(tf-[a-z0-9-]+)\"></a>`(TF-[A-Z0-9-]+)` \\| (error|warning|note) \\| (.+) \\| (.+) \\|");

  private static final Pattern LITERAL = Pattern.compile("\"(TF(?:-[A-Z0-9]+)+)\"");

  private static Map<String, String> registered() {
    Map<String, String> codes = new TreeMap<>();
    Rules.inCluster().forEach(rule -> codes.put(rule.code(), rule.severity().label()));
    Rules.betweenClusters().forEach(rule -> codes.put(rule.code(), rule.severity().label()));
    for (AllocationFinding finding : AllocationFinding.values()) {
      codes.put(finding.code(), finding.severity().label());
    }
    for (PlanFinding finding : PlanFinding.values()) {
      codes.put(finding.code(), finding.severity().label());
    }
    for (PreflightFinding finding : PreflightFinding.values()) {
      codes.put(finding.code(), finding.severity().label());
    }
    for (PatchFinding finding : PatchFinding.values()) {
      codes.put(finding.code(), finding.severity().label());
    }
    return codes;
  }

  private static List<Matcher> rows() throws IOException {
    return Files.readAllLines(DOCUMENT).stream()
        .filter(line -> line.startsWith("| ") && line.contains("`TF-"))
        .map(ROW::matcher)
        .toList();
  }

  @Test
  void codesAreUnique() {
    List<String> codes = new ArrayList<>();
    Rules.inCluster().forEach(rule -> codes.add(rule.code()));
    Rules.betweenClusters().forEach(rule -> codes.add(rule.code()));
    Stream.of(AllocationFinding.values()).map(AllocationFinding::code).forEach(codes::add);
    Stream.of(PlanFinding.values()).map(PlanFinding::code).forEach(codes::add);
    Stream.of(PreflightFinding.values()).map(PreflightFinding::code).forEach(codes::add);
    Stream.of(PatchFinding.values()).map(PatchFinding::code).forEach(codes::add);
    assertThat(codes).doesNotHaveDuplicates();
  }

  @Test
  void everyCodeIsExplainedWithItsSeverityCauseAndFix() throws IOException {
    Map<String, String> documented = new TreeMap<>();
    for (Matcher row : rows()) {
      assertThat(row.matches()).as(row.toString()).isTrue();
      assertThat(documented.put(row.group(2), row.group(3))).as(row.group(2)).isNull();
      assertThat(row.group(4)).endsWith(".");
      assertThat(row.group(5)).endsWith(".");
    }
    assertThat(documented).containsAllEntriesOf(registered());
  }

  @Test
  void theLinkOfEveryMessageLeadsToItsLine() throws IOException {
    for (Matcher row : rows()) {
      assertThat(row.matches()).as(row.toString()).isTrue();
      Finding finding = new Finding(row.group(2), Severity.ERROR, null, "", null);
      assertThat(finding.link()).endsWith("docs/findings.md#" + row.group(1));
    }
  }

  @Test
  void noCodeIsExplainedThatNothingReports() throws IOException {
    String sources = sources();
    Map<String, String> registered = registered();
    for (Matcher row : rows()) {
      assertThat(row.matches()).isTrue();
      String code = row.group(2);
      assertThat(registered.containsKey(code) || sources.contains("\"" + code + "\""))
          .as(code)
          .isTrue();
    }
  }

  @Test
  void everyCodeInTheSourcesIsExplained() throws IOException {
    String document = Files.readString(DOCUMENT);
    assertThat(LITERAL.matcher(sources()).results().map(code -> code.group(1)).distinct())
        .hasSizeGreaterThan(100)
        .allSatisfy(code -> assertThat(document).contains("</a>`" + code + "` |"));
  }

  /** A code that no test waits for could be lost, or never be told, without anybody noticing. */
  @Test
  void everyCodeIsExpectedByATest() throws IOException {
    String tests = files("src/test/java") + files("src/test/resources");
    assertThat(LITERAL.matcher(sources()).results().map(code -> code.group(1)).distinct())
        .hasSizeGreaterThan(100)
        .allSatisfy(code -> assertThat(tests.contains(code)).as(code).isTrue());
  }

  private static String sources() throws IOException {
    return files("src/main/java");
  }

  private static String files(String folder) throws IOException {
    try (Stream<Path> files = Files.walk(Path.of(folder))) {
      return files
          .filter(file -> file.toString().matches(".*\\.(java|txt|json|yaml)"))
          .map(FindingsDocumentTest::read)
          .collect(Collectors.joining());
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
