package io.github.talosforge.provision;

import io.github.talosforge.provision.CrashCase.Ending;
import io.github.talosforge.provision.CrashCase.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The table of the crash matrix in {@code docs/reliability.md}: a row for each scenario, which its
 * last run writes, and their sums. A scenario that was never run whole stands there without
 * figures.
 */
final class MatrixPage {
  static final Path FILE = Path.of("../docs/reliability.md");

  private static final String HEAD =
      """
      | scenario | points | mishaps | cases | survived | unmet | named | lost | run on |
      |---|---|---|---|---|---|---|---|---|
      """;

  private static final String NOT_YET = "| | | | | | | not yet";

  private static final Pattern ROW =
      Pattern.compile(
          "(?m)^\\| .*\\(`(?<name>[A-Z_0-9]+)`\\)\\*? \\|"
              + " (?<figures>(?:[0-9,]+ \\| ){7})(?<date>[0-9-]{10}) \\|$");

  /**
   * What a scenario's cases came to.
   *
   * @param points its calls that change something
   * @param mishaps how many were tried at each
   * @param endings how many cases ended in which way
   * @param date when
   */
  record Row(int points, int mishaps, Map<Ending, Long> endings, LocalDate date) {
    static Row of(int points, List<Verdict> verdicts, LocalDate date) {
      return new Row(
          points,
          Mishap.values().length,
          verdicts.stream()
              .collect(
                  Collectors.groupingBy(
                      Verdict::ending, () -> new EnumMap<>(Ending.class), Collectors.counting())),
          date);
    }

    /** As many as there are points, times mishaps, before and after. */
    long cases() {
      return 2L * points * mishaps;
    }

    long ended(Ending ending) {
      return endings.getOrDefault(ending, 0L);
    }

    private String words() {
      return Stream.concat(
              Stream.of((long) points, (long) mishaps, cases()),
              Stream.of(Ending.values()).map(this::ended))
          .map(MatrixPage::number)
          .collect(Collectors.joining(" | "));
    }
  }

  private MatrixPage() {}

  /** Reads the rows of the page. */
  static Map<Scenario, Row> read() throws IOException {
    Map<Scenario, Row> rows = new EnumMap<>(Scenario.class);
    ROW.matcher(Files.readString(FILE))
        .results()
        .forEach(row -> rows.put(Scenario.valueOf(row.group(1)), row(row)));
    return rows;
  }

  private static Row row(MatchResult match) {
    List<Long> figures =
        Stream.of(match.group(2).split(" \\| "))
            .map(figure -> Long.valueOf(figure.replace(",", "")))
            .toList();
    Map<Ending, Long> endings = new EnumMap<>(Ending.class);
    Iterator<Long> counts = figures.subList(3, figures.size()).iterator();
    for (Ending ending : Ending.values()) {
      endings.put(ending, counts.next());
    }
    return new Row(
        Math.toIntExact(figures.get(0)),
        Math.toIntExact(figures.get(1)),
        endings,
        LocalDate.parse(match.group(3)));
  }

  /** Puts what was run into the page, beside what was run before. */
  static void write(Map<Scenario, Row> run) throws IOException {
    Map<Scenario, Row> rows = read();
    rows.putAll(run);
    String page = Files.readString(FILE);
    int start = page.indexOf(HEAD);
    int end = page.indexOf("\n\n", start) + 1;
    Files.writeString(FILE, page.substring(0, start) + table(rows) + page.substring(end));
  }

  /** The table as it stands on the page. */
  static String table(Map<Scenario, Row> rows) {
    List<String> lines = new ArrayList<>();
    for (Scenario scenario : Scenario.values()) {
      String figures =
          Optional.ofNullable(rows.get(scenario))
              .map(row -> row.words() + " | " + row.date())
              .orElse(NOT_YET);
      lines.add(
          "| %s (`%s`)%s | %s |"
              .formatted(
                  scenario.words(), scenario.name(), scenario.isSmall() ? "*" : "", figures));
    }
    lines.add(sums(rows));
    return HEAD + String.join("\n", lines) + "\n";
  }

  private static String sums(Map<Scenario, Row> rows) {
    List<Long> sums = new ArrayList<>();
    sums.add(rows.values().stream().mapToLong(Row::points).sum());
    sums.add(rows.values().stream().mapToLong(Row::cases).sum());
    for (Ending ending : Ending.values()) {
      sums.add(rows.values().stream().mapToLong(row -> row.ended(ending)).sum());
    }
    List<String> cells =
        new ArrayList<>(sums.stream().map(sum -> "**" + number(sum) + "**").toList());
    cells.add(1, "");
    return "| **all** | " + String.join(" | ", cells) + " | |";
  }

  private static String number(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }
}
