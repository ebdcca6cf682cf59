package io.github.talosforge.finding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FindingReportTest {
  private static final Finding LATE =
      new Finding(
          FindingArea.NETWORK,
          "TF-B",
          Severity.ERROR,
          new SourceLocation("nodes.yaml", 12, 5),
          "late",
          "fix");
  private static final Finding EARLY =
      new Finding(
          FindingArea.NETWORK,
          "TF-A",
          Severity.WARNING,
          new SourceLocation("nodes.yaml", 2, 9),
          "early",
          null);
  private static final Finding OTHER_FILE =
      new Finding(
          FindingArea.NETWORK,
          "TF-A",
          Severity.NOTE,
          new SourceLocation("cluster.yaml", 99, 1),
          "other",
          null);
  private static final Finding NOWHERE =
      new Finding(FindingArea.NETWORK, "TF-C", Severity.ERROR, null, "nowhere", "anything");

  @Test
  void sortsByFileLineAndColumnWhateverTheOrderOfArrival() {
    List<Finding> findings = new ArrayList<>(List.of(LATE, EARLY, OTHER_FILE, NOWHERE));
    for (int seed = 0; seed < 24; seed++) {
      Collections.shuffle(findings, new Random(seed));
      assertThat(FindingReport.of(findings).findings())
          .containsExactly(OTHER_FILE, EARLY, LATE, NOWHERE);
    }
  }

  @Test
  void rendersPositionSeverityCodeMessageAndSuggestion() {
    assertThat(FindingReport.of(NOWHERE, LATE, EARLY).render())
        .isEqualTo(
            """
            nodes.yaml:2:9 warning TF-A: early
                LINK#tf-a
            nodes.yaml:12:5 error TF-B: late
              → fix
                LINK#tf-b
            error TF-C: nowhere
              → anything
                LINK#tf-c"""
                .replace(
                    "LINK",
                    "https://github.com/talosforge/talosforge/blob/main/docs/findings/network.md"));
  }

  @Test
  void mergingKeepsBothAndSaysNothingTwice() {
    FindingReport merged = FindingReport.of(LATE, EARLY).merge(FindingReport.of(EARLY, NOWHERE));
    assertThat(merged.findings()).containsExactly(EARLY, LATE, NOWHERE);
    assertThat(merged.merge(FindingReport.empty())).isEqualTo(merged);
    assertThat(FindingReport.empty().merge(merged)).isEqualTo(merged);
  }

  @Test
  void onlyErrorsForbidTheUse() {
    assertThat(FindingReport.of(EARLY, OTHER_FILE).hasErrors()).isFalse();
    assertThat(FindingReport.of(EARLY, LATE).hasErrors()).isTrue();
    assertThat(FindingReport.empty().hasErrors()).isFalse();
    assertThat(FindingReport.empty().isEmpty()).isTrue();
  }

  @Test
  void selectsBySeverityAndCode() {
    FindingReport report = FindingReport.of(LATE, EARLY, OTHER_FILE, NOWHERE);
    assertThat(report.withSeverity(Severity.ERROR)).containsExactly(LATE, NOWHERE);
    assertThat(report.withCode("TF-A")).containsExactly(OTHER_FILE, EARLY);
  }

  @Test
  void codesAndPositionsHaveOneForm() {
    assertThatThrownBy(
            () ->
                new Finding(FindingArea.NETWORK, "duplicate name", Severity.ERROR, null, "x", null))
        .hasMessageContaining("TF-")
        .hasMessageContaining("'duplicate name'");
    assertThatThrownBy(() -> new SourceLocation("nodes.yaml", 0, 1)).hasMessageContaining("0:1");
    assertThatThrownBy(() -> new SourceLocation("nodes.yaml", 1, 0)).hasMessageContaining("1:0");
  }
}
