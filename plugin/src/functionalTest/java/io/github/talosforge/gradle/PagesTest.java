package io.github.talosforge.gradle;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Links lead somewhere, and no page is longer than a person reads; long ones begin with a list. */
class PagesTest {
  private static final Path REPOSITORY = Path.of(System.getProperty("talosforge.repository"));
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s#]*)(?:#([^)\\s]+))?\\)");
  private static final int LONG = 250;

  /** What is read in about ten minutes. */
  private static final int MOST_WORDS = 2_500;

  private static final Pattern WORD = Pattern.compile("\\S*[\\p{L}\\p{N}]\\S*");

  /** Pages in which things are looked up, and who leads there. */
  private static final Map<String, String> REFERENCES =
      Map.of("docs/simulator-ledger.md", "every behaviour of the simulator with its source");

  /** How such a page begins, so that nobody begins to read it. */
  private static final String REFERENCE = "Look things up here";

  static List<String> pages() throws IOException {
    List<String> pages = new ArrayList<>(List.of("README.md", "CONTRIBUTING.md"));
    try (Stream<Path> files = Files.walk(REPOSITORY.resolve("docs"))) {
      files
          .filter(file -> file.toString().endsWith(".md"))
          .map(file -> REPOSITORY.relativize(file).toString().replace('\\', '/'))
          .sorted()
          .forEach(pages::add);
    }
    return pages;
  }

  @ParameterizedTest
  @MethodSource("pages")
  void everyLinkLeadsSomewhere(String page) throws IOException {
    for (MatchResult link : LINK.matcher(prose(page)).results().toList()) {
      if (link.group(1).startsWith("http")) {
        continue;
      }
      Path target =
          link.group(1).isEmpty()
              ? REPOSITORY.resolve(page)
              : REPOSITORY.resolve(page).resolveSibling(link.group(1)).normalize();
      assertThat(target).as(page).exists();
      if (link.group(2) != null) {
        assertThat(anchors(Files.readString(target)))
            .as(page + " links to " + target.getFileName())
            .contains(link.group(2));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("pages")
  void longPagesBeginWithTheirContents(String page) throws IOException {
    String text = prose(page);
    if (TestBuild.repositoryFile(page).lines().count() <= LONG) {
      return;
    }
    String beginning = text.substring(0, text.indexOf("\n## "));
    assertThat(text.lines().filter(line -> line.startsWith("## ")).map(line -> line.substring(3)))
        .allSatisfy(
            heading -> assertThat(beginning).as(page).contains("](#" + anchor(heading) + ")"));
  }

  @ParameterizedTest
  @MethodSource("pages")
  void noPageIsLongerThanAPersonReads(String page) {
    String text = TestBuild.repositoryFile(page);
    long words = WORD.matcher(text).results().count();
    if (REFERENCES.containsKey(page)) {
      assertThat(words)
          .as("words of %s, which need be no exception", page)
          .isGreaterThan(MOST_WORDS);
      assertThat(text.lines().skip(2).findFirst().orElseThrow()).startsWith(REFERENCE);
    } else {
      assertThat(words).as("words of %s", page).isLessThanOrEqualTo(MOST_WORDS);
    }
  }

  @Test
  void everyReferenceIsAPage() throws IOException {
    assertThat(pages()).containsAll(REFERENCES.keySet());
  }

  /** The page without its snippets, which have brackets and signs of their own. */
  private static String prose(String page) {
    return TestBuild.repositoryFile(page).replaceAll("(?ms)^```.*?^```$", "");
  }

  private static List<String> anchors(String text) {
    return Stream.concat(
            text.lines()
                .filter(line -> line.matches("#+ .*"))
                .map(line -> anchor(line.replaceFirst("#+ ", ""))),
            Pattern.compile("<a id=\"([^\"]+)\">")
                .matcher(text)
                .results()
                .map(found -> found.group(1)))
        .toList();
  }

  /** As GitHub makes it. */
  private static String anchor(String heading) {
    return heading.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-');
  }
}
