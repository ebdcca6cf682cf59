package io.github.talosforge.provision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.talosforge.HurriedSessions;
import io.github.talosforge.TalosSession;
import io.github.talosforge.bootstrap.TalosLog;
import io.github.talosforge.bootstrap.TalosOptions;
import io.github.talosforge.config.ClusterFiles;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.operation.ClusterRun;
import io.github.talosforge.operation.Goal;
import io.github.talosforge.operation.Operation;
import io.github.talosforge.operation.OperationException;
import io.github.talosforge.operation.OperationException.Kind;
import io.github.talosforge.operation.Result;
import io.github.talosforge.operation.RunListener;
import io.github.talosforge.operation.Terms;
import io.github.talosforge.plan.NodeSelection;
import io.github.talosforge.plan.SavedPlan;
import io.github.talosforge.secrets.SecretsFile;
import io.github.talosforge.secrets.sops.SopsEnvironment;
import io.github.talosforge.simulator.journal.RecordedCall;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever a task refuses, the library refuses by itself, and nothing is written. */
@TestInstance(Lifecycle.PER_CLASS)
class RefusedOperationsTest {
  private static final String NODES =
      """
      nodes:
        - {name: cp-1, controller: true, memory: 4096}
        - {name: cp-2, controller: true, memory: 4096}
        - {name: cp-3, controller: true, memory: 4096}
        - {name: worker-1, memory: 2048, data_vm: true, ephemeral_size: 6}
      """;

  private final TalosWorld world = new TalosWorld(SimulatedCluster.start().nodes(NODES));

  @TempDir private Path folder;
  private long mark;

  @BeforeAll
  void bringUp() {
    world.provisioned();
    assertThat(
            world
                .talos(talos -> talos.bootstrap(TalosOptions.defaults(), TalosLog.SILENT))
                .health()
                .healthy())
        .isTrue();
  }

  @AfterAll
  void close() {
    world.close();
  }

  @BeforeEach
  void files() {
    world.cluster.cluster("").nodes(NODES);
    mark = world.simulator.journal().count();
  }

  private Terms blind() {
    return Terms.with(
            SecretsFile.at(
                folder.resolve("secrets.yaml"), new SopsEnvironment(Map.of(), folder, "Linux")))
        .through(world.dialer())
        .confirming(List.of("demo", "cp-3", "worker-1"));
  }

  private static NodeSelection only(String node) {
    return NodeSelection.only(NodeName.of(node));
  }

  private void refused(Terms terms, Goal goal, Kind kind, String... words) {
    try (ClusterRun run = world.run(terms)) {
      assertThatThrownBy(
              () -> {
                Result unused = run.operation(goal).run(RunListener.SILENT);
              })
          .isInstanceOfSatisfying(
              OperationException.class, end -> assertThat(end.kind()).isEqualTo(kind))
          .satisfies(
              end ->
                  assertThat(words).allSatisfy(word -> assertThat(end).hasMessageContaining(word)));
    }
    assertThat(world.simulator.journal().since(mark)).noneMatch(RecordedCall::isWrite);
  }

  static Stream<Goal> takingSomethingAway() {
    return Stream.of(
        new Goal.Destroy(NodeSelection.all(), true, true),
        new Goal.RemoveNodes(only("worker-1"), true, false),
        new Goal.RemoveNodes(only("cp-3"), true, false),
        new Goal.Rebuild(only("worker-1"), true, true),
        new Goal.CleanTemplates(0, true));
  }

  @ParameterizedTest
  @MethodSource("takingSomethingAway")
  void nothingGoesBeforeItsWordsWereSaid(Goal goal) {
    Terms silent = world.terms();
    refused(silent, goal, Kind.CONFIRMATION, "as confirmation: --confirm=");
    refused(silent.confirming(List.of("another")), goal, Kind.CONFIRMATION);
  }

  @Test
  void aClustersNameConfirmsNoNodeAndTheOtherWayRound() {
    refused(
        world.terms().confirming(List.of("demo")),
        new Goal.RemoveNodes(only("worker-1"), false, false),
        Kind.CONFIRMATION,
        "--confirm=worker-1");
    refused(
        world.terms().confirming(List.of("worker-1", "cp-1", "cp-2", "cp-3")),
        new Goal.Destroy(NodeSelection.all(), false, false),
        Kind.CONFIRMATION,
        "--confirm=demo");
  }

  @Test
  void withoutSecretsNoControlPlaneGoesDown() {
    refused(
        blind(),
        new Goal.RemoveNodes(only("cp-3"), false, false),
        Kind.SECRETS,
        "cp-3 must not be destroyed without the cluster's secrets");
    refused(
        blind(),
        new Goal.Rebuild(only("worker-1"), false, false),
        Kind.SECRETS,
        "worker-1 must not be rebuilt without the cluster's secrets");
    world.cluster.nodes(NODES.replace("4096", "5120"));
    refused(
        blind(),
        new Goal.Provision(NodeSelection.all(), true),
        Kind.SECRETS,
        "must not be stopped and started without the cluster's secrets");
  }

  @Test
  void selectionsThatCannotBeMeant() {
    refused(
        world.terms(),
        new Goal.RemoveNodes(NodeSelection.all(), false, false),
        Kind.GOAL,
        "--node=worker-3");
    refused(
        world.terms(), new Goal.Destroy(only("worker-1"), false, false), Kind.GOAL, "removeNode");
    refused(
        world.terms(),
        new Goal.DestroyVolume(only("worker-1"), "two words"),
        Kind.GOAL,
        "--volume");
    refused(
        world.terms().confirming(List.of("worker-7")),
        new Goal.RemoveNodes(only("worker-7"), false, false),
        Kind.FINDINGS,
        "TF-SELECTION-MATCHES-NOTHING");
  }

  @Test
  void anotherPlanThanTheOneThatWasAgreedUpon() {
    world.cluster.nodes(NODES.replace("2048", "3072"));
    Terms agreed =
        world
            .terms()
            .agreed(
                Optional.of(
                    new Terms.Agreed("plan.json", new SavedPlan("demo", "another", Set.of()))));
    refused(agreed, new Goal.Provision(NodeSelection.all(), true), Kind.PLAN, "plan.json: ");
  }

  @Test
  void machinesThatHaveNoVm() {
    world.cluster.nodes(NODES + "  - {name: worker-2, memory: 2048}\n");
    for (Goal goal :
        List.of(
            new Goal.AwaitTalos(NodeSelection.all()),
            new Goal.Configure(NodeSelection.all(), true),
            new Goal.Bootstrap(NodeSelection.all(), true))) {
      refused(world.terms(), goal, Kind.ORDER, "worker-2 has no VM yet. Run provisionNodes first.");
    }
  }

  @Test
  void clustersWithoutAUidOwnNothing() {
    ClusterSpec without =
        ClusterFiles.read(world.cluster.clusterFile().replaceFirst("cluster_uid: .*\n", ""), NODES)
            .spec()
            .orElseThrow();
    try (ClusterRun run = ClusterRun.over(without, world.cluster.session(), world.terms())) {
      for (Goal goal :
          List.of(
              new Goal.Adopt(Map.of("107", NodeName.of("cp-1"))),
              new Goal.Bootstrap(NodeSelection.all(), false))) {
        assertThatThrownBy(
                () -> {
                  Result unused = run.operation(goal).run(RunListener.SILENT);
                })
            .isInstanceOfSatisfying(
                OperationException.class, end -> assertThat(end.kind()).isEqualTo(Kind.ORDER));
      }
    }
    assertThat(world.simulator.journal().since(mark)).noneMatch(RecordedCall::isWrite);
  }

  @Test
  void workersGoUndrainedWithoutSecretsAndThatIsSaid() {
    try (SimulatedCluster apart = SimulatedCluster.start().nodes(NODES)) {
      TalosWorld another = new TalosWorld(apart).provisioned();
      List<String> said = new ArrayList<>();
      RunListener listener =
          new RunListener() {
            @Override
            public void warns(String sentence) {
              said.add(sentence);
            }

            @Override
            public void tells(String sentence) {
              said.add(sentence);
            }
          };
      Terms terms = blind().through(another.dialer());
      try (ClusterRun run =
          ClusterRun.over(apart.spec(), HurriedSessions.hurried(apart.session()), terms)) {
        Operation removal = run.operation(new Goal.RemoveNodes(only("worker-1"), false, false));
        assertThat(removal.plan().changes()).isNotEmpty();
        assertThat(removal.run(listener).changes()).isNotEmpty();
      }
      assertThat(said).hasSize(2);
      assertThat(said.get(0)).contains("the pods of worker-1 are not asked to leave");
      assertThat(said.get(1))
          .startsWith("Delete worker-1 from the files (")
          .endsWith("), or the next provisionNodes makes worker-1 again.");
    }
  }

  @Test
  void aRunThatWasStoppedBeginsNothing() {
    world.cluster.nodes(NODES.replace("2048", "3072"));
    try (ClusterRun run = world.run(world.terms())) {
      Operation restart = run.operation(new Goal.Provision(NodeSelection.all(), true));
      assertThat(restart.plan().isEmpty()).isFalse();
      run.stop();
      assertThatThrownBy(
              () -> {
                Result unused = restart.run(RunListener.SILENT);
              })
          .isInstanceOfSatisfying(
              OperationException.class, end -> assertThat(end.kind()).isEqualTo(Kind.STOPPED));
    }
    assertThat(world.simulator.journal().since(mark)).noneMatch(RecordedCall::isWrite);
  }

  @Test
  void aReportThatNeedsSecretsSaysSo() {
    try (ClusterRun run = world.run(blind())) {
      assertThatThrownBy(run::health)
          .isInstanceOfSatisfying(
              OperationException.class, end -> assertThat(end.kind()).isEqualTo(Kind.SECRETS));
      assertThat(run.machines()).isEmpty();
      assertThat(run.plan(NodeSelection.all(), false).findings().render())
          .contains("TF-SECRETS-MISSING");
    }
    assertThat(world.talos(TalosSession::health).healthy()).isTrue();
  }
}
