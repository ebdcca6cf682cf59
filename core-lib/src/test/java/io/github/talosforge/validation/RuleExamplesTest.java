package io.github.talosforge.validation;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.finding.Finding;
import io.github.talosforge.finding.FindingReport;
import io.github.talosforge.fixture.ClusterFixture;
import io.github.talosforge.model.NodeRole;
import io.github.talosforge.validation.rules.Rule;
import io.github.talosforge.validation.rules.Rules;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RuleExamplesTest {
  private final ClusterValidator validator = new ClusterValidator();

  static Stream<RuleExample> examples() {
    return Stream.of(
            IdentityExamples.all(),
            NetworkExamples.all(),
            ShapeExamples.all(),
            HardwareExamples.all(),
            StorageExamples.all())
        .flatMap(List::stream);
  }

  @ParameterizedTest
  @MethodSource("examples")
  void findsTheMistakeAndLeavesItsLikeAlone(RuleExample example) {
    FindingReport report = validator.validate(example.offending());
    assertThat(report.withCode(example.code()))
        .as(report.render())
        .isNotEmpty()
        .anySatisfy(finding -> assertThat(finding.message()).contains(example.message()))
        .allSatisfy(RuleExamplesTest::assertIsComplete);
    FindingReport harmless = validator.validate(example.harmless());
    assertThat(harmless.withCode(example.code())).as(harmless.render()).isEmpty();
  }

  private static void assertIsComplete(Finding finding) {
    assertThat(finding.location()).isNotNull();
    assertThat(finding.message()).endsWith(".").matches("(?s)[A-Z0-9a-z].*");
    assertThat(finding.suggestion()).isNotNull().endsWith(".").matches("(?s)[A-Z].*");
  }

  @Test
  void everyRuleHasAnExample() {
    assertThat(examples().map(RuleExample::code).distinct())
        .containsExactlyInAnyOrderElementsOf(Rules.inCluster().stream().map(Rule::code).toList());
  }

  @Test
  void soundClusterHasNoFindings() {
    assertThat(validator.validate(ClusterFixture.sound().build()).render()).isEmpty();
  }

  @Test
  void poolIsComplainedAboutOnce() {
    FindingReport report =
        validator.validate(
            ClusterFixture.sound()
                .pool(
                    "gpu",
                    NodeRole.WORKER,
                    50,
                    Optional.empty(),
                    Optional.empty(),
                    node -> node.cpuType = "kvm64")
                .build());
    assertThat(report.withCode("TF-CPU-TYPE"))
        .singleElement()
        .satisfies(finding -> assertThat(finding.message()).startsWith("Pool gpu: Talos"));
  }
}
