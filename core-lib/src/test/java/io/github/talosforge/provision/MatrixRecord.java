package io.github.talosforge.provision;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.talosforge.fixture.GeneratedText;
import io.github.talosforge.provision.CrashCase.Ending;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the crash matrix came to, kept in {@code docs/reliability.json}: a row for each scenario
 * that was run whole, by the last such run, and for each of which every third case was run.
 *
 * @param commit what was run last
 * @param rows the rows, some of them perhaps from older commits
 * @param sampled the rows of every third case
 */
record MatrixRecord(String commit, Map<Scenario, Row> rows, Map<Scenario, Row> sampled) {
  static final Path FILE = GeneratedText.repository().resolve("docs/reliability.json");
  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * What is run.
   *
   * @param name the commit, with "-dirty" behind it where there is more than was committed
   */
  record Commit(String name) {
    /** As the build says; a test that it did not start is of no commit. */
    static Commit underTest() {
      return new Commit(System.getProperty("talosforge.commit", "unknown-dirty"));
    }

    boolean isClean() {
      return !name.endsWith("-dirty");
    }
  }

  /**
   * What a scenario's cases came to.
   *
   * @param commit what was run; where the seconds are missing, one that came later, for the row is
   *     older than this record
   * @param date when the last case ended
   * @param points its calls that change something
   * @param mishaps how many were tried at each, before and after it
   * @param runs how many further runs all cases took together
   * @param secondsPerCase the mean of what each took, while others ran beside it
   * @param whole whether these are all cases
   * @param seed of what chose them, if they are not all
   */
  record Row(
      String commit,
      String date,
      int points,
      int mishaps,
      int cases,
      long survived,
      long unmet,
      long named,
      long lost,
      int runs,
      @Nullable Double secondsPerCase,
      boolean whole,
      @Nullable Long seed) {
    static Row whole(Commit commit, String date, int points, List<MatrixProgress.Done> done) {
      return of(commit, date, points, done, null);
    }

    static Row sampled(
        Commit commit, String date, int points, List<MatrixProgress.Done> done, long seed) {
      return of(commit, date, points, done, seed);
    }

    private static Row of(
        Commit commit,
        String date,
        int points,
        List<MatrixProgress.Done> done,
        @Nullable Long seed) {
      double seconds =
          done.stream().mapToDouble(MatrixProgress.Done::seconds).average().orElseThrow();
      return new Row(
          commit.name(),
          date,
          points,
          Mishap.values().length,
          done.size(),
          ended(done, Ending.SURVIVED),
          ended(done, Ending.UNMET),
          ended(done, Ending.NAMED),
          ended(done, Ending.LOST),
          done.stream().mapToInt(MatrixProgress.Done::runs).sum(),
          Math.round(seconds * 10) / 10.0,
          seed == null,
          seed);
    }

    private static long ended(List<MatrixProgress.Done> done, Ending ending) {
      return done.stream().filter(one -> one.ending() == ending).count();
    }
  }

  static MatrixRecord read(Path file) throws IOException {
    JsonNode json = JSON.readTree(file.toFile());
    return new MatrixRecord(
        json.get("commit").textValue(), rows(json.get("scenarios")), rows(json.get("everyThird")));
  }

  private static Map<Scenario, Row> rows(JsonNode json) throws IOException {
    Map<Scenario, Row> rows = new EnumMap<>(Scenario.class);
    for (Map.Entry<String, JsonNode> row : json.properties()) {
      rows.put(Scenario.valueOf(row.getKey()), JSON.treeToValue(row.getValue(), Row.class));
    }
    return rows;
  }

  /** Puts a row into the file; what was run on no commit is not recorded. */
  static void renew(Path file, Commit commit, Scenario scenario, Row row) throws IOException {
    if (commit.isClean()) {
      MatrixRecord record = read(file);
      (row.whole() ? record.rows() : record.sampled()).put(scenario, row);
      Files.writeString(
          file, new MatrixRecord(commit.name(), record.rows(), record.sampled()).json());
    }
  }

  /** A line for each scenario, so that a difference shows what was run. */
  private String json() throws IOException {
    return """
        {
          "commit": "%s",
          "scenarios": {
        %s
          },
          "everyThird": {
        %s
          }
        }
        """
        .formatted(commit, json(rows), json(sampled));
  }

  private static String json(Map<Scenario, Row> rows) throws IOException {
    List<String> lines = new ArrayList<>();
    for (Map.Entry<Scenario, Row> row : rows.entrySet()) {
      lines.add(
          "    \"%s\": %s".formatted(row.getKey().name(), JSON.writeValueAsString(row.getValue())));
    }
    return String.join(",\n", lines);
  }
}
