package io.github.talosforge.provision;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.fixture.GeneratedText;
import io.github.talosforge.provision.CrashCase.Ending;
import io.github.talosforge.provision.MatrixProgress.Done;
import io.github.talosforge.provision.MatrixRecord.Commit;
import io.github.talosforge.provision.MatrixRecord.Row;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the page tells of the crash matrix is what a run of it wrote down. */
class MatrixPageTest {
  private static final Commit OLD = new Commit("0ld0000".repeat(5));
  private static final Commit NEW = new Commit("abcdef0".repeat(5));
  private static final List<Done> DONE =
      List.of(
          new Done("one", Ending.SURVIVED, 1, 2.0, ""),
          new Done("other", Ending.NAMED, 2, 3.0, "qm unlock 2000"));

  @TempDir Path folder;

  private static Row row(Commit commit) {
    return Row.whole(commit, "2026-11-19", 1, DONE);
  }

  @Tag("generated")
  @Test
  void theTablesAreTheRecords() throws IOException {
    GeneratedText.isIn(
        "docs/reliability.md",
        "<!-- matrix: begin -->\n",
        MatrixPage.table(MatrixRecord.read(MatrixRecord.FILE)),
        "<!-- matrix: end -->\n");
    GeneratedText.isIn(
        "docs/reliability.md",
        "<!-- every third case: begin -->\n",
        MatrixPage.sample(MatrixRecord.read(MatrixRecord.FILE)),
        "<!-- every third case: end -->\n");
  }

  @Test
  void everyCaseOfEveryScenarioThatWasRunIsCounted() throws IOException {
    assertThat(MatrixRecord.read(MatrixRecord.FILE).rows())
        .hasSizeGreaterThan(20)
        .allSatisfy(
            (scenario, row) -> {
              assertThat(row.survived() + row.unmet() + row.named() + row.lost())
                  .isEqualTo(row.cases());
              assertThat(row.cases() == row.points() * row.mishaps() * 2).isEqualTo(row.whole());
              assertThat(row.lost()).isZero();
            });
  }

  @Test
  void rowsOfAnotherCommitThanTheNewestAreMarked() {
    Row unmeasured =
        new Row(OLD.name(), "2026-11-18", 1, 21, 42, 41, 1, 0, 0, 42, null, true, null);
    assertThat(
            MatrixPage.table(
                new MatrixRecord(
                    NEW.name(),
                    Map.of(
                        Scenario.ADOPTED, row(NEW),
                        Scenario.DESTROYED, row(OLD),
                        Scenario.REBUILT, unmeasured),
                    Map.of())))
        .contains("(`ADOPTED`)* | 1 | 2 | 1 | 0 | 1 | 0 | 2.5 | 2026-11-19 |\n")
        .contains("(`DESTROYED`)* | 1 | 2 | 1 | 0 | 1 | 0 | 2.5 | 2026-11-19, `0ld0000` |\n")
        .contains("| 41 | 1 | 0 | 0 | – | 2026-11-18, before `0ld0000` |\n")
        .contains("(`GROW_DISK`) | | | | | | | | not yet |\n")
        .contains("| **all** | **3** | **46** |")
        .endsWith("\n\nThese cases took 48 further runs.\n");
  }

  @Test
  void aRowIsRenewedBesideTheOthersButNeverFromADirtyTree() throws IOException {
    Path file = Files.copy(MatrixRecord.FILE, folder.resolve("record.json"));
    MatrixRecord before = MatrixRecord.read(file);

    MatrixRecord.renew(file, new Commit(NEW.name() + "-dirty"), Scenario.ADOPTED, row(NEW));
    assertThat(MatrixRecord.read(file)).isEqualTo(before);

    MatrixRecord.renew(file, NEW, Scenario.ADOPTED, row(NEW));
    MatrixRecord after = MatrixRecord.read(file);
    assertThat(after.commit()).isEqualTo(NEW.name());
    assertThat(after.rows()).hasSameSizeAs(before.rows()).containsEntry(Scenario.ADOPTED, row(NEW));
    assertThat(after.rows().get(Scenario.REBUILT)).isEqualTo(before.rows().get(Scenario.REBUILT));
  }

  @Test
  void aSampleStandsBesideTheWholeAndSaysWhatChoseIt() throws IOException {
    Path file = Files.copy(MatrixRecord.FILE, folder.resolve("record.json"));
    MatrixRecord before = MatrixRecord.read(file);
    Row some = Row.sampled(NEW, "2026-11-20", 1, DONE, 7);

    MatrixRecord.renew(file, NEW, Scenario.ADOPTED, some);

    MatrixRecord after = MatrixRecord.read(file);
    assertThat(after.rows()).isEqualTo(before.rows());
    assertThat(after.sampled()).containsEntry(Scenario.ADOPTED, some);
    assertThat(MatrixPage.sample(after)).contains("| 2026-11-20, sampled with seed 7 |\n");
  }
}
