package io.github.talosforge.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.github.talosforge.model.NodeName;
import io.github.talosforge.model.NodeRole;
import io.github.talosforge.net.Dialer;
import io.github.talosforge.talos.FakeTalos;
import io.github.talosforge.talos.TalosClient;
import io.github.talosforge.talos.TalosConnection;
import io.github.talosforge.talos.TalosEndpoint;
import io.github.talosforge.talos.TalosException;
import io.github.talosforge.talos.TestAuthority;
import io.github.talosforge.talos.client.TalosClients;
import io.grpc.Status;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is waited for, and that etcd is begun once and only when nobody can have it. */
class FlowTest {
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final TalosOptions OPTIONS = TalosOptions.defaults().withPatience(PATIENCE);

  private final TestAuthority authority = new TestAuthority();
  private final List<FakeTalos> machines = new ArrayList<>();
  private final List<NodePlace> places = new ArrayList<>();
  private final List<String> heard = new ArrayList<>();
  private final VirtualPacing pacing = new VirtualPacing();
  private final TalosClient client =
      TalosClients.open(
          TalosConnection.direct()
              .withDialer(Dialer.direct().loopbackOnly())
              .withCredentials(authority.client()));

  @AfterEach
  void close() {
    client.close();
    machines.forEach(FakeTalos::close);
  }

  private FakeTalos node(String name, NodeRole role, FakeTalos machine) {
    machines.add(machine);
    places.add(NodePlace.at(NodeName.of(name), role, machine.endpoint()));
    return machine;
  }

  private FakeTalos controlPlane(String name) {
    FakeTalos machine = node(name, NodeRole.CONTROL_PLANE, FakeTalos.configured(authority));
    machine.stage("booting");
    machine.service("etcd", "Preparing");
    return machine;
  }

  private void absent(String name, NodeRole role) {
    try (FakeTalos gone = FakeTalos.maintenance()) {
      // No test listens on this address, whoever gets the port when it is free again.
      TalosEndpoint nobody = new TalosEndpoint("127.0.0.9", gone.port());
      places.add(NodePlace.at(NodeName.of(name), role, nobody));
    }
  }

  private TalosLog log() {
    return new TalosLog() {
      @Override
      public void sees(NodeName node, String words) {
        synchronized (heard) {
          heard.add(node + ": " + words.lines().findFirst().orElse(""));
        }
      }
    };
  }

  private TalosFlow flow() {
    return new TalosFlow(client, () -> places, OPTIONS, log(), pacing);
  }

  private Optional<NodeName> beginEtcd() {
    Lookout lookout = new Lookout(client, () -> places, log(), pacing);
    return new EtcdBeginning(client, lookout, log(), OPTIONS)
        .run(new Deadline(pacing, OPTIONS), nodes -> {});
  }

  private long bootstraps() {
    return machines.stream()
        .flatMap(machine -> machine.heard().stream())
        .filter("Bootstrap"::equals)
        .count();
  }

  @Test
  void allNodesSeenEndsTheWait() {
    node("cp-1", NodeRole.CONTROL_PLANE, FakeTalos.maintenance());
    node("worker-1", NodeRole.WORKER, FakeTalos.maintenance());

    assertThat(flow().waitForTalos()).allMatch(SeenNode::isMaintenance);
    assertThat(heard).contains("cp-1: Talos in maintenance mode, waiting for its configuration.");
  }

  @Test
  void complaint19_theEndOfPatienceSaysWhatWasLastSeenOfEachMissingNode() {
    node("cp-1", NodeRole.CONTROL_PLANE, FakeTalos.maintenance());
    absent("cp-2", NodeRole.CONTROL_PLANE);
    places.add(
        NodePlace.missing(
            NodeName.of("worker-2"), NodeRole.WORKER, "VM 2002 does not run: start it."));

    TalosFlowException told =
        catchThrowableOfType(TalosFlowException.class, () -> flow().waitForTalos());

    assertThat(told.lastSeen()).containsOnlyKeys(NodeName.of("cp-2"), NodeName.of("worker-2"));
    assertThat(told.getMessage())
        .contains("cp-2: Cannot reach", "the port is closed", "worker-2: VM 2002 does not run");
  }

  @Test
  void aMachineOfAnotherClusterEndsTheWaitAtOnce() {
    node("cp-1", NodeRole.CONTROL_PLANE, FakeTalos.configured(new TestAuthority()));

    assertThatThrownBy(() -> flow().waitForTalos())
        .isInstanceOf(TalosFlowException.class)
        .hasMessageContaining("another cluster")
        .hasMessageContaining("cp-1");
    assertThat(pacing.pauses()).isZero();
  }

  @Test
  void aSilentWorkerIsNotWaitedForOnceAControlPlaneIsConfigured() {
    controlPlane("cp-1");
    absent("worker-1", NodeRole.WORKER);

    assertThat(flow().waitForTalos()).hasSize(2);
    assertThat(pacing.pauses()).isZero();
  }

  @Test
  void aSilentWorkerIsWaitedForForAWhileWhenNoControlPlaneIsConfigured() {
    node("cp-1", NodeRole.CONTROL_PLANE, FakeTalos.maintenance());
    absent("worker-1", NodeRole.WORKER);

    assertThat(flow().waitForTalos()).hasSize(2);
    assertThat(pacing.pauses()).isPositive();
  }

  @Test
  void aWorkerWhoseVmDoesNotRunIsNotOnlySilent() {
    node("cp-1", NodeRole.CONTROL_PLANE, FakeTalos.maintenance());
    places.add(
        NodePlace.missing(
            NodeName.of("worker-1"), NodeRole.WORKER, "VM 2002 does not run: start it."));

    assertThatThrownBy(() -> flow().waitForTalos())
        .isInstanceOf(TalosFlowException.class)
        .hasMessageContaining("worker-1: VM 2002 does not run");
  }

  @Test
  void theSameControlPlaneBeginsWhateverTheOrderOfTheFiles() {
    controlPlane("cp-2");
    FakeTalos first = controlPlane("cp-1");
    controlPlane("cp-3");

    assertThat(beginEtcd()).contains(NodeName.of("cp-1"));
    assertThat(first.heard()).contains("Bootstrap");
    assertThat(bootstraps()).isEqualTo(1);
  }

  @Test
  void complaint19_nothingBeginsWhileAControlPlaneDoesNotAnswer() {
    controlPlane("cp-1");
    absent("cp-2", NodeRole.CONTROL_PLANE);

    assertThatThrownBy(this::beginEtcd)
        .isInstanceOf(TalosFlowException.class)
        .hasMessageContaining("cp-2: Cannot reach");
    assertThat(bootstraps()).isZero();
  }

  @Test
  void nothingBeginsWhereAnyControlPlaneHasEtcd() {
    controlPlane("cp-1");
    controlPlane("cp-2").service("etcd", "Running");

    assertThat(beginEtcd()).isEmpty();
    assertThat(bootstraps()).isZero();
  }

  /** With data, etcd passes by where it stays without. */
  @Test
  void oneLookIsNoProofThatThereIsNoData() {
    controlPlane("cp-1");
    FakeTalos second = controlPlane("cp-2");
    pacing.then(() -> second.service("etcd", "Running"));

    assertThat(beginEtcd()).isEmpty();
    assertThat(bootstraps()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"Initialized", "Waiting", "Starting", "Skipped", ""})
  void nothingBeginsWhileAControlPlaneCannotSay(String state) {
    controlPlane("cp-1");
    FakeTalos second = controlPlane("cp-2");
    second.service("etcd", state);

    assertThatThrownBy(this::beginEtcd)
        .isInstanceOf(TalosFlowException.class)
        .hasMessageContaining("cp-2: etcd does not say yet whether it has data");
    assertThat(bootstraps()).isZero();

    second.service("etcd", "Preparing");
    assertThat(beginEtcd()).contains(NodeName.of("cp-1"));
  }

  @Test
  void nothingBeginsWhileAControlPlaneHasNotGotAsFarAsEtcd() {
    controlPlane("cp-2");
    node("cp-1", NodeRole.CONTROL_PLANE, FakeTalos.configured(authority)).stage("booting");

    assertThatThrownBy(this::beginEtcd)
        .isInstanceOf(TalosFlowException.class)
        .hasMessageContaining("cp-1: Talos has not got as far as etcd");
    assertThat(bootstraps()).isZero();
  }

  @Test
  void nothingBeginsWhereAControlPlaneRuns() {
    controlPlane("cp-1");
    controlPlane("cp-2").stage("running");

    assertThat(beginEtcd()).isEmpty();
    assertThat(bootstraps()).isZero();
  }

  @Test
  void dataThatIsThereIsSuccess() {
    controlPlane("cp-1")
        .refuse(
            "Bootstrap", Status.ALREADY_EXISTS.withDescription("etcd data directory is not empty"));

    assertThat(beginEtcd()).isEmpty();
  }

  @Test
  void clockOutOfSyncIsWaitedFor() {
    FakeTalos machine = controlPlane("cp-1");
    machine.refuse(
        "Bootstrap", Status.FAILED_PRECONDITION.withDescription("time is not in sync yet"));
    pacing.then(() -> {}).then(() -> machine.allow("Bootstrap"));

    assertThat(beginEtcd()).contains(NodeName.of("cp-1"));
    assertThat(heard).containsOnlyOnce("cp-1: time is not in sync yet");
  }

  @Test
  void clockThatNeverSyncsIsNamedInTheEnd() {
    controlPlane("cp-1")
        .refuse("Bootstrap", Status.FAILED_PRECONDITION.withDescription("time is not in sync yet"));

    assertThatThrownBy(this::beginEtcd)
        .isInstanceOf(TalosFlowException.class)
        .hasMessageContaining("cp-1: time is not in sync yet");
  }

  @Test
  void refusalThatWaitingCannotMendIsToldAtOnce() {
    controlPlane("cp-1").refuse("Bootstrap", Status.INVALID_ARGUMENT.withDescription("no etcd CA"));

    assertThatThrownBy(this::beginEtcd)
        .isInstanceOf(TalosException.class)
        .hasMessageContaining("no etcd CA");
    assertThat(pacing.pauses()).as("only between the two looks").isEqualTo(1);
  }

  @Test
  void lostAnswerIsFollowedByAnotherLookAtAllAndTheSameChoice() {
    FakeTalos first = controlPlane("cp-1");
    controlPlane("cp-2");
    first.refuse("Bootstrap", Status.UNAVAILABLE.withDescription("going down"));
    pacing.then(() -> {});
    pacing.then(
        () -> {
          first.allow("Bootstrap");
          first.service("etcd", "Running");
        });

    assertThat(beginEtcd()).isEmpty();
    assertThat(bootstraps()).isEqualTo(1);
  }

  @Test
  void endpointsAreAskedForAgainWhileNodesAreMissing() {
    List<NodePlace> found = new ArrayList<>();
    found.add(NodePlace.missing(NodeName.of("cp-1"), NodeRole.CONTROL_PLANE, "no VM yet"));
    FakeTalos machine = FakeTalos.maintenance();
    machines.add(machine);
    TalosEndpoint endpoint = machine.endpoint();
    pacing.then(
        () -> found.set(0, NodePlace.at(NodeName.of("cp-1"), NodeRole.CONTROL_PLANE, endpoint)));

    TalosFlow flow =
        new TalosFlow(
            client,
            () -> List.copyOf(found),
            TalosOptions.defaults().withPatience(PATIENCE),
            log(),
            pacing);

    assertThat(flow.waitForTalos()).allMatch(SeenNode::isMaintenance);
    assertThat(heard).first().isEqualTo("cp-1: no VM yet");
  }
}
