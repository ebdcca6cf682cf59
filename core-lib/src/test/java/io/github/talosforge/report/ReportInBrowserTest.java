package io.github.talosforge.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
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
  @TempDir static Path folder;
  private static Chromium browser;

  @BeforeAll
  static void start() throws IOException, InterruptedException {
    Optional<Path> program = Chromium.find();
    assumeTrue(program.isPresent(), "chromium is not installed, and CHROMIUM names no other");
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
    for (int width : List.of(320, 390, 820, 1440)) {
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
  @CsvSource({"390,light", "820,light", "1440,light", "390,dark", "820,dark", "1440,dark"})
  void everyTextStandsOutFromItsGround(int width, String scheme) throws IOException {
    browser.open(page("contrast", SampleReports.mixed())).look(width, scheme);
    JsonNode lowest = browser.evaluate(PageScripts.LOWEST_CONTRAST);
    assertThat(lowest.get(2).asInt()).as("texts of the drawing").isGreaterThan(30);
    assertThat(lowest.get(0).asDouble()).as(lowest.get(1).asText()).isGreaterThan(4.5);
    keep("report-%d-%s.png".formatted(width, scheme), browser.screenshot());
  }

  @Test
  void theGroundIsLightByDayAndDarkByNight() throws IOException {
    browser.open(page("grounds", SampleReports.mixed()));
    for (JsonNode ground : browser.look(1440, "light").evaluate(PageScripts.BRIGHTNESS)) {
      assertThat(ground.asDouble()).isGreaterThan(230);
    }
    for (JsonNode ground : browser.look(1440, "dark").evaluate(PageScripts.BRIGHTNESS)) {
      assertThat(ground.asDouble()).isLessThan(50);
    }
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
        .contains("region The cluster", "region The plan", "region The run")
        .contains("image pve4, no VMs", "alert ")
        .contains(
            "image pve1 with cp-1 (control plane, running), worker-1 (worker, running),"
                + " worker-1-data (keeps data, stopped)")
        .contains("DisclosureTriangle cp-2", "StaticText waits for template 9001")
        .anyMatch(node -> node.startsWith("StaticText failed: change VM 2011 on pve2"))
        .noneMatch(node -> node.equals("image "))
        .noneMatch(node -> node.equals("region "));
  }

  @Test
  void theKeyboardReachesEverythingInOrderAndShowsWhereItIs() throws IOException {
    browser.open(page("keys", SampleReports.mixed())).look(1440, "light");
    assertThat(browser.evaluate("document.querySelectorAll('[onclick]').length").asInt()).isZero();
    List<String> reached = new ArrayList<>();
    int reachable = browser.evaluate(PageScripts.REACHABLE).asInt();
    for (int stop = 0; stop < reachable; stop++) {
      JsonNode focused = browser.press("Tab", "").evaluate(PageScripts.FOCUSED);
      String words = focused.path(0).asText();
      assertThat(focused.path(1).asBoolean()).as("one sees that it is at: " + words).isTrue();
      assertThat(focused.path(2).asBoolean()).as("comes after the last: " + words).isTrue();
      reached.add(words);
    }
    assertThat(reached)
        .startsWith("Skip to the content", "TF-STORAGE-FULL")
        .contains("The same as a table", "template 9001", "worker-2");
  }

  @Test
  void theKeyboardOpensTheTable() throws IOException {
    browser.open(page("opened", SampleReports.mixed())).look(1440, "light");
    String closed = "document.querySelector('.rows').open";
    assertThat(browser.evaluate(closed).asBoolean()).isFalse();
    browser.evaluate("document.querySelector('.rows > summary').focus()");
    browser.press("Enter", "\r");
    assertThat(browser.evaluate(closed).asBoolean()).isTrue();
  }

  /** The width of A4 between the browser's own margins. */
  private static final int PAPER = 718;

  @ParameterizedTest
  @MethodSource("reports")
  void everythingGoesToPaper(RunReport report) throws IOException {
    browser.open(page("paper", report)).look(PAPER, "light").onPaper();
    try {
      assertThat(browser.evaluate(PageScripts.MISSING_ON_PAPER)).isEmpty();
      assertThat(browser.evaluate("document.documentElement.scrollWidth").asInt())
          .isLessThanOrEqualTo(PAPER);
    } finally {
      browser.look(PAPER, "light");
    }
    String paper = new String(browser.paper(), StandardCharsets.ISO_8859_1);
    assertThat(paper).startsWith("%PDF-");
    assertThat(Pattern.compile("/Type /Page\\b(?!s)").matcher(paper).results().count())
        .isPositive();
    keep("report.pdf", paper.getBytes(StandardCharsets.ISO_8859_1));
  }

  private static void keep(String name, byte[] picture) throws IOException {
    String wanted = System.getenv("TALOSFORGE_SCREENSHOTS");
    if (wanted != null) {
      Files.createDirectories(Path.of(wanted));
      Files.write(Path.of(wanted, name), picture);
    }
  }
}
