package io.github.talosforge.provision;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.provision.CrashCase.Ending;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

/** What the page tells of the crash matrix is what a run of it wrote. */
class MatrixPageTest {
  @Test
  void everyCaseOfEveryScenarioThatWasRunIsCounted() throws IOException {
    assertThat(MatrixPage.read())
        .hasSizeGreaterThan(20)
        .allSatisfy(
            (scenario, row) -> {
              assertThat(row.endings().values().stream().mapToLong(Long::longValue).sum())
                  .isEqualTo(row.cases());
              assertThat(row.ended(Ending.LOST)).isZero();
            });
  }

  @Test
  void theTableNamesEveryScenarioAndIsAsARunWritesIt() throws IOException {
    assertThat(Files.readString(MatrixPage.FILE)).contains(MatrixPage.table(MatrixPage.read()));
  }
}
