package io.github.talosforge.validation;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.allocation.AllocationFinding;
import io.github.talosforge.finding.Finding;
import io.github.talosforge.finding.FindingArea;
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
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every code has one entry, on the page that its link names, and nothing else has one. */
class FindingPagesTest {
  private static final Path INDEX = Path.of("../docs/findings.md");
  private static final Path PAGES = Path.of("../docs/findings");
  private static final Pattern ENTRY =
      Pattern.compile(
          "(?m)^### (TF-[A-Z0-9-]+)\\n\\n\\*\\*(\\w+)\\*\\*: (.+\\.)\\n\\n→ (.+\\.)$(?=\\n\\n#|\\n\\z)");

  private static final Pattern LITERAL = Pattern.compile("\"(TF(?:-[A-Z0-9]+)+)\"");
  private static final Pattern LITERAL_IN_AREA =
      Pattern.compile("FindingArea\\.([A-Z]+),\\s*\"(TF(?:-[A-Z0-9]+)+)\"");

  /** What a code must have on a page; codes that are written out where files are read have none. */
  private record Kind(FindingArea area, String code, Severity severity) {}

  private static List<Kind> registered() {
    List<Kind> kinds = new ArrayList<>();
    Rules.inCluster()
        .forEach(
            (area, rules) ->
                rules.forEach(rule -> kinds.add(new Kind(area, rule.code(), rule.severity()))));
    Rules.betweenClusters()
        .forEach(rule -> kinds.add(new Kind(rule.area(), rule.code(), rule.severity())));
    for (AllocationFinding kind : AllocationFinding.values()) {
      kinds.add(new Kind(kind.area(), kind.code(), kind.severity()));
    }
    for (PlanFinding kind : PlanFinding.values()) {
      kinds.add(new Kind(kind.area(), kind.code(), kind.severity()));
    }
    for (PreflightFinding kind : PreflightFinding.values()) {
      kinds.add(new Kind(kind.area(), kind.code(), kind.severity()));
    }
    for (PatchFinding kind : PatchFinding.values()) {
      kinds.add(new Kind(kind.area(), kind.code(), kind.severity()));
    }
    return kinds;
  }

  private static List<Kind> explained() {
    List<Kind> kinds = new ArrayList<>();
    for (FindingArea area : FindingArea.values()) {
      String page = read(PAGES.resolve(area.page()));
      List<MatchResult> entries = ENTRY.matcher(page).results().toList();
      assertThat(page.lines().filter(line -> line.startsWith("### ")))
          .as("entries of %s that are not severity, cause and → fix", area.page())
          .hasSameSizeAs(entries);
      for (MatchResult entry : entries) {
        Severity severity = Severity.valueOf(entry.group(2).toUpperCase(Locale.ROOT));
        kinds.add(new Kind(area, entry.group(1), severity));
      }
    }
    return kinds;
  }

  private static Map<String, FindingArea> explainedAreas() {
    return explained().stream()
        .collect(Collectors.toMap(Kind::code, Kind::area, (one, other) -> one, TreeMap::new));
  }

  @Test
  void codesAreUnique() {
    assertThat(registered()).extracting(Kind::code).doesNotHaveDuplicates();
  }

  @Test
  void everyCodeIsExplainedOnceWithItsSeverityOnThePageOfItsArea() {
    assertThat(explained())
        .containsAll(registered())
        .extracting(Kind::code)
        .doesNotHaveDuplicates();
  }

  @Test
  void theLinkOfEveryMessageLeadsToItsEntry() {
    for (Kind kind : explained()) {
      Finding finding = new Finding(kind.area(), kind.code(), kind.severity(), null, "", null);
      assertThat(finding.link())
          .endsWith(
              "/docs/findings/" + kind.area().page() + "#" + kind.code().toLowerCase(Locale.ROOT));
    }
  }

  @Test
  void thereIsNoPageWithoutItsArea() throws IOException {
    try (Stream<Path> pages = Files.list(PAGES)) {
      assertThat(pages.map(page -> page.getFileName().toString()))
          .containsExactlyInAnyOrderElementsOf(
              Stream.of(FindingArea.values()).map(FindingArea::page).toList());
    }
  }

  @Test
  void noCodeIsExplainedThatNothingReports() throws IOException {
    String sources = files("src/main/java");
    List<String> registered = registered().stream().map(Kind::code).toList();
    assertThat(explained())
        .extracting(Kind::code)
        .allSatisfy(
            code ->
                assertThat(registered.contains(code) || sources.contains("\"" + code + "\""))
                    .as(code)
                    .isTrue());
  }

  /** What has no type of its own is found where the files are read, which is one area. */
  @Test
  void everyCodeInTheSourcesIsExplained() throws IOException {
    Map<String, FindingArea> areas =
        registered().stream().collect(Collectors.toMap(Kind::code, Kind::area));
    Map<String, FindingArea> explained = explainedAreas();
    assertThat(LITERAL.matcher(files("src/main/java")).results().map(code -> code.group(1)))
        .hasSizeGreaterThan(100)
        .allSatisfy(
            code ->
                assertThat(explained)
                    .containsEntry(code, areas.getOrDefault(code, FindingArea.FILES)));
  }

  @Test
  void theAreaThatStandsBesideACodeInTheSourcesIsThatOfItsPage() throws IOException {
    Map<String, FindingArea> explained = explainedAreas();
    assertThat(LITERAL_IN_AREA.matcher(files("src/main/java")).results().toList())
        .isNotEmpty()
        .allSatisfy(
            found ->
                assertThat(explained)
                    .containsEntry(found.group(2), FindingArea.valueOf(found.group(1))));
    assertThat(
            Pattern.compile("FindingArea\\.([A-Z]+)")
                .matcher(files("src/main/java/io/github/talosforge/config"))
                .results()
                .map(found -> found.group(1)))
        .containsOnly(FindingArea.FILES.name());
  }

  @Test
  void theIndexLeadsToEveryEntry() {
    Function<Kind, String> line =
        kind ->
            "- [`%s`](findings/%s#%s)"
                .formatted(kind.code(), kind.area().page(), kind.code().toLowerCase(Locale.ROOT));
    assertThat(read(INDEX).lines().filter(text -> text.startsWith("- [`TF-")))
        .containsExactlyElementsOf(
            explained().stream().sorted(Comparator.comparing(Kind::code)).map(line).toList());
  }

  /** A code that no test waits for could be lost, or never be told, without anybody noticing. */
  @Test
  void everyCodeIsExpectedByATest() throws IOException {
    String tests = files("src/test/java") + files("src/test/resources");
    assertThat(LITERAL.matcher(files("src/main/java")).results().map(code -> code.group(1)))
        .hasSizeGreaterThan(100)
        .allSatisfy(code -> assertThat(tests.contains(code)).as(code).isTrue());
  }

  private static String files(String folder) throws IOException {
    try (Stream<Path> files = Files.walk(Path.of(folder))) {
      return files
          .filter(file -> file.toString().matches(".*\\.(java|txt|json|yaml)"))
          .map(FindingPagesTest::read)
          .collect(Collectors.joining());
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file).replace("\r\n", "\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
