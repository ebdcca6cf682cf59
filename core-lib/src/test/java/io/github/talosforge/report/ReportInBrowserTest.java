package io.github.talosforge.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The page in a real browser, opened from a file. With {@code TALOSFORGE_SCREENSHOTS} naming a
 * folder, it leaves pictures there for people to look at.
 */
class ReportInBrowserTest {
  /** Returns the lowest contrast between a text and what is behind it. */
  private static final String LOWEST_CONTRAST =
      """
      (() => {
        const numbers = c => c.match(/[\\d.]+/g).map(Number);
        const light = c => { const [r, g, b] = numbers(c).map(v => v / 255)
            .map(v => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
          return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
        const behind = e => { for (; e; e = e.parentElement) {
            const c = getComputedStyle(e).backgroundColor;
            const n = numbers(c); if (n.length < 4 || n[3] === 1) return c; }
          return 'rgb(255, 255, 255)'; };
        let lowest = [21, ''];
        for (const e of document.querySelectorAll('body *:not(svg *)')) {
          const own = [...e.childNodes].some(n => n.nodeType === 3 && n.data.trim());
          if (!own || !e.getClientRects().length) continue;
          const [a, b] = [light(getComputedStyle(e).color), light(behind(e))];
          const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
          if (ratio < lowest[0]) lowest = [ratio, e.className + ': ' + e.textContent.slice(0, 40)];
        }
        return lowest;
      })()
      """;

  @TempDir static Path folder;
  private static Chromium browser;

  @BeforeAll
  static void start() throws IOException, InterruptedException {
    Optional<Path> program = Chromium.find();
    assumeTrue(program.isPresent(), "no Chromium on the path, and CHROMIUM names none");
    browser = Chromium.start(program.get(), folder.resolve("profile"));
  }

  @AfterAll
  static void stop() {
    if (browser != null) {
      browser.close();
    }
  }

  private Path page(String name, RunReport report) throws IOException {
    return Files.writeString(folder.resolve(name + ".html"), ReportPage.render(report));
  }

  static Stream<RunReport> reports() {
    return Stream.of(SampleReports.done(), SampleReports.mixed(), SampleReports.large());
  }

  @ParameterizedTest
  @MethodSource("reports")
  void nothingIsWiderThanTheScreen(RunReport report) throws IOException {
    browser.open(page("wide", report));
    for (int width : List.of(320, 360, 768, 1280)) {
      browser.look(width, "light");
      assertThat(browser.evaluate("document.documentElement.scrollWidth").asInt())
          .as("at " + width)
          .isLessThanOrEqualTo(width);
    }
    assertThat(browser.complaints()).isEmpty();
  }

  @Test
  void asksForNothingButItself() throws IOException {
    Path page = page("alone", SampleReports.mixed());
    int before = browser.requests().size();
    browser.open(page);
    assertThat(browser.requests().subList(before, browser.requests().size()))
        .containsExactly(page.toUri().toString());
  }

  @ParameterizedTest
  @CsvSource({"360,light", "768,light", "1280,light", "360,dark", "768,dark", "1280,dark"})
  void everyTextStandsOutFromItsGround(int width, String scheme) throws IOException {
    browser.open(page("contrast", SampleReports.mixed())).look(width, scheme);
    JsonNode lowest = browser.evaluate(LOWEST_CONTRAST);
    assertThat(lowest.get(0).asDouble()).as(lowest.get(1).asText()).isGreaterThan(4.5);
    keep("report-%d-%s.png".formatted(width, scheme), browser.screenshot());
  }

  @Test
  void isWellFormedForThoseWhoListen() throws IOException {
    browser.open(page("heard", SampleReports.mixed()));
    List<String> heard =
        StreamSupport.stream(
                browser.call("Accessibility.getFullAXTree", Map.of()).get("nodes").spliterator(),
                false)
            .filter(node -> !node.path("ignored").asBoolean())
            .map(node -> node.at("/role/value").asText() + " " + node.at("/name/value").asText())
            .toList();
    assertThat(heard)
        .contains("heading homelab", "heading The cluster", "heading The plan", "heading The run")
        .contains("image pve4, no VMs", "alert ")
        .noneMatch(node -> node.equals("image "))
        .noneMatch(node -> node.equals("region "));
  }

  @Test
  void everythingThatOpensIsReachedByKeyboard() throws IOException {
    browser.open(page("keys", SampleReports.mixed()));
    assertThat(browser.evaluate("document.querySelectorAll('[onclick]').length").asInt()).isZero();
    assertThat(
            browser
                .evaluate(
                    "[...document.querySelectorAll('summary, a')].every(e => e.tabIndex === 0)")
                .asBoolean())
        .isTrue();
  }

  @Test
  void goesToPaper() throws IOException {
    byte[] paper = browser.open(page("paper", SampleReports.mixed())).paper();
    assertThat(new String(paper, 0, 5, java.nio.charset.StandardCharsets.US_ASCII))
        .isEqualTo("%PDF-");
    keep("report.pdf", paper);
  }

  private static void keep(String name, byte[] picture) throws IOException {
    String wanted = System.getenv("TALOSFORGE_SCREENSHOTS");
    if (wanted != null) {
      Files.createDirectories(Path.of(wanted));
      Files.write(Path.of(wanted, name), picture);
    }
  }
}
