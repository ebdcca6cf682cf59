package io.github.talosforge.validation;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.finding.Finding;
import io.github.talosforge.finding.FindingReport;
import io.github.talosforge.fixture.ClusterFixture;
import io.github.talosforge.model.GpuSpec;
import io.github.talosforge.model.HostName;
import io.github.talosforge.model.NodeRole;
import io.github.talosforge.model.PciAddress;
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
            VlanExamples.all(),
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
        .containsExactlyInAnyOrderElementsOf(
            Rules.inCluster().values().stream().flatMap(List::stream).map(Rule::code).toList());
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
                    Optional.of(2100),
                    Optional.of("192.168.2.50"),
                    node -> node.mac("BC:24:11:00:00:01").cpuType = "kvm64")
                .build());
    assertThat(report.findings().stream().map(Finding::code))
        .containsExactlyInAnyOrder(
            "TF-CPU-TYPE",
            "TF-ADDRESS-OUTSIDE-SUBNET",
            "TF-DUPLICATE-MAC",
            "TF-VM-ID-IN-OTHER-RANGE");
    assertThat(report.render()).contains("Pool gpu: Talos");
  }

  @Test
  void gpuOnHostsThatAreNotDecidedOnIsNotShared() {
    FindingReport report =
        validator.validate(
            ClusterFixture.sound()
                .hosts("pve1", "pve2")
                .with(cluster -> cluster.defaultHost = Optional.of(HostName.of("pve1")))
                .pool(
                    "gpu",
                    NodeRole.WORKER,
                    2,
                    Optional.empty(),
                    Optional.empty(),
                    node ->
                        node.gpu =
                            Optional.of(
                                new GpuSpec(
                                    new GpuSpec.Address(PciAddress.of("01:00.0")), true, true)))
                .build());
    assertThat(report.findings().stream().map(Finding::code))
        .containsExactlyInAnyOrder("TF-GPU-EXTENSION", "TF-GPU-PCI-ADDRESS", "TF-GPU-UNPINNED");
  }
}
