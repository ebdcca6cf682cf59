package io.github.talosforge.validation;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.finding.Finding;
import io.github.talosforge.finding.FindingReport;
import io.github.talosforge.fixture.ClusterFixture;
import io.github.talosforge.model.AddressWish;
import io.github.talosforge.model.ClusterUid;
import io.github.talosforge.model.Ipv4Address;
import io.github.talosforge.validation.rules.ClustersRule;
import io.github.talosforge.validation.rules.Rules;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ClustersRulesTest {

  /** What two clusters do, and what is reported about it. */
  record Example(
      String code,
      Consumer<ClusterFixture> first,
      Consumer<ClusterFixture> second,
      String message) {
    @Override
    public String toString() {
      return code;
    }
  }

  private static ClusterFixture home() {
    ClusterFixture home = ClusterFixture.empty();
    home.name = "home";
    return home.controlPlane(
        "home-cp", node -> node.vmId(2001).address("192.168.1.11").mac("BC:24:11:00:00:01"));
  }

  private static ClusterFixture office() {
    ClusterFixture office = ClusterFixture.empty();
    office.name = "office";
    office.vip = Optional.of(Ipv4Address.of("192.168.1.6"));
    return office.controlPlane(
        "office-cp", node -> node.vmId(2002).address("192.168.1.12").mac("BC:24:11:00:00:02"));
  }

  private static void asIs(ClusterFixture cluster) {}

  private static final Consumer<ClusterFixture> ELSEWHERE =
      cluster -> cluster.apiUrls = List.of(URI.create("https://other.example.com:8006"));

  static Stream<Example> examples() {
    return Stream.of(
        new Example(
            "TF-CLUSTERS-SAME-NAME",
            ClustersRulesTest::asIs,
            c -> c.name = "home",
            "Two clusters are called home."),
        new Example(
            "TF-CLUSTERS-SAME-UID",
            ClustersRulesTest::asIs,
            c -> c.uid = Optional.of(ClusterUid.of("home")),
            "The clusters home and office have the uid home"),
        new Example(
            "TF-CLUSTERS-SHARE-VM-ID",
            ClustersRulesTest::asIs,
            c -> c.worker("x", node -> node.vmId(2001)),
            "The id 2001 is demanded in cluster home as well."),
        new Example(
            "TF-CLUSTERS-SHARE-VM-ID",
            c -> c.worker("x", node -> node.vmId(300).dataVm = true),
            c -> c.worker("y", node -> node.vmId(3000)),
            "The id 3000 is demanded in cluster home as well."),
        new Example(
            "TF-CLUSTERS-SHARE-NODE-NAME",
            ClustersRulesTest::asIs,
            c -> c.worker("home-cp"),
            "A node of cluster home is called home-cp as well."),
        new Example(
            "TF-CLUSTERS-SHARE-MAC",
            ClustersRulesTest::asIs,
            c -> c.worker("x", node -> node.mac("BC:24:11:00:00:01")),
            "The MAC address BC:24:11:00:00:01 is demanded in cluster home as well."),
        new Example(
            "TF-CLUSTERS-SHARE-ADDRESS",
            ClustersRulesTest::asIs,
            c -> c.vip = Optional.of(Ipv4Address.of("192.168.1.5")),
            "The address 192.168.1.5 belongs to cluster home as well."),
        new Example(
            "TF-CLUSTERS-SHARE-ADDRESS",
            ClustersRulesTest::asIs,
            c -> c.worker("x", node -> node.address("192.168.1.5")),
            "The address 192.168.1.5 belongs to cluster home as well."),
        new Example(
            "TF-CLUSTERS-SHARE-ADDRESS-ELSEWHERE",
            ClustersRulesTest::asIs,
            ELSEWHERE.andThen(c -> c.worker("x", node -> node.address("192.168.1.5"))),
            "belongs to cluster home on another Proxmox VE as well"),
        new Example(
            "TF-CLUSTERS-SHARE-OFFSETS",
            c -> c.worker("x"),
            c -> c.worker("y"),
            "take addresses from the same part of 192.168.1.0/24"));
  }

  @ParameterizedTest
  @MethodSource("examples")
  void findsTheClash(Example example) {
    FindingReport report =
        new ClusterValidator()
            .validateTogether(
                List.of(
                    home().with(example.first()).build(), office().with(example.second()).build()));
    assertThat(report.withCode(example.code()))
        .as(report.render())
        .isNotEmpty()
        .allSatisfy(finding -> assertThat(finding.location()).isNotNull())
        .anySatisfy(finding -> assertThat(finding.message()).contains(example.message()));
  }

  @Test
  void everyRuleHasAnExample() {
    assertThat(examples().map(Example::code).distinct())
        .containsExactlyInAnyOrderElementsOf(
            Rules.betweenClusters().stream().map(ClustersRule::code).toList());
  }

  @Test
  void clustersThatHaveNothingInCommonAreLeftAlone() {
    FindingReport report =
        new ClusterValidator().validateTogether(List.of(home().build(), office().build()));
    assertThat(report.render()).isEmpty();
  }

  @Test
  void idsAndNamesMayRepeatOnAnotherProxmox() {
    ClusterFixture other =
        office()
            .with(ELSEWHERE)
            .worker("home-cp", node -> node.vmId(2001).mac("BC:24:11:00:00:01"));
    FindingReport report =
        new ClusterValidator().validateTogether(List.of(home().build(), other.build()));
    assertThat(report.findings()).extracting(Finding::code).isEmpty();
  }

  @Test
  void dhcpNodesShareNoOffsets() {
    Consumer<ClusterFixture> dhcp =
        c -> c.worker("x-" + c.name, node -> node.address = new AddressWish.Dhcp());
    FindingReport report =
        new ClusterValidator()
            .validateTogether(List.of(home().with(dhcp).build(), office().with(dhcp).build()));
    assertThat(report.render()).isEmpty();
  }

  @Test
  void oneClusterDoesNotClashWithItself() {
    ClusterFixture twice = home().worker("x", node -> node.vmId(2001).address("192.168.1.11"));
    assertThat(new ClusterValidator().validateTogether(List.of(twice.build())).render()).isEmpty();
  }
}
