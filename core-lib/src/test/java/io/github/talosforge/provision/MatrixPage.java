package io.github.talosforge.provision;

import io.github.talosforge.provision.MatrixRecord.Row;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The table of the crash matrix in {@code docs/reliability.md}. */
final class MatrixPage {
  private static final int SHORT = 7;
  private static final List<ToLongFunction<Row>> FIGURES =
      List.of(Row::points, Row::cases, Row::survived, Row::unmet, Row::named, Row::lost);

  private MatrixPage() {}

  /** A row for each scenario, without figures if it was never run, and their sums. */
  static String table(MatrixRecord record) {
    return table(record.commit(), record.rows(), List.of(Scenario.values()));
  }

  /** A row for each scenario of which every third case was run, and their sums. */
  static String sample(MatrixRecord record) {
    return record.sampled().isEmpty()
        ? "None was run yet.\n"
        : table(record.commit(), record.sampled(), record.sampled().keySet());
  }

  private static String table(
      String commit, Map<Scenario, Row> rows, Collection<Scenario> scenarios) {
    List<String> lines = new ArrayList<>();
    lines.add(
        "| scenario | points | cases | survived | unmet | named | lost | s a case | run on |");
    lines.add("|---|---|---|---|---|---|---|---|---|");
    for (Scenario scenario : scenarios) {
      Optional<Row> row = Optional.ofNullable(rows.get(scenario));
      lines.add(
          "| %s (`%s`)%s | %s |"
              .formatted(
                  scenario.words(),
                  scenario.name(),
                  scenario.isSmall() ? "*" : "",
                  row.map(known -> cells(known, commit)).orElse("| | | | | | | not yet")));
    }
    lines.add(sums(rows.values()));
    lines.add("");
    lines.add(furtherRuns(rows.values()));
    return String.join("\n", lines) + "\n";
  }

  private static String cells(Row row, String newest) {
    Stream<String> figures = FIGURES.stream().map(figure -> number(figure.applyAsLong(row)));
    return Stream.concat(figures, Stream.of(seconds(row.secondsPerCase()), origin(row, newest)))
        .collect(Collectors.joining(" | "));
  }

  private static String origin(Row row, String newest) {
    String commit = "`" + row.commit().substring(0, SHORT) + "`";
    String mark =
        row.secondsPerCase() == null
            ? ", before " + commit
            : row.commit().equals(newest) ? "" : ", " + commit;
    return row.date() + mark + (row.whole() ? "" : ", sampled with seed " + row.seed());
  }

  private static String sums(Collection<Row> rows) {
    return FIGURES.stream()
        .map(figure -> "**" + number(rows.stream().mapToLong(figure).sum()) + "**")
        .collect(Collectors.joining(" | ", "| **all** | ", " | " + mean(rows) + " | |"));
  }

  /** Unknown as long as one row's is. */
  private static String mean(Collection<Row> rows) {
    if (rows.stream().map(Row::secondsPerCase).anyMatch(Objects::isNull)) {
      return seconds(null);
    }
    double all = rows.stream().mapToDouble(row -> row.secondsPerCase() * row.cases()).sum();
    return "**" + seconds(all / rows.stream().mapToInt(Row::cases).sum()) + "**";
  }

  private static String furtherRuns(Collection<Row> rows) {
    int cases = rows.stream().mapToInt(Row::cases).sum();
    int runs = rows.stream().mapToInt(Row::runs).sum();
    return runs == cases
        ? "Every case took one further run."
        : "These cases took " + number(runs) + " further runs.";
  }

  private static String seconds(@Nullable Double seconds) {
    return seconds == null ? "–" : String.format(Locale.ROOT, "%.1f", seconds);
  }

  private static String number(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }
}
