package io.github.talosforge.provision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.talosforge.HurriedSessions;
import io.github.talosforge.TalosSession;
import io.github.talosforge.bootstrap.NodeOutcome;
import io.github.talosforge.bootstrap.TalosLog;
import io.github.talosforge.bootstrap.TalosOptions;
import io.github.talosforge.kubernetes.KubernetesObjects;
import io.github.talosforge.kubernetes.KubernetesWriter;
import io.github.talosforge.kubernetes.ObjectKind;
import io.github.talosforge.kubernetes.ObjectPlace;
import io.github.talosforge.kubernetes.ObjectTree;
import io.github.talosforge.lock.ApiOutlook;
import io.github.talosforge.lock.ClusterLock;
import io.github.talosforge.lock.ClusterLockedException;
import io.github.talosforge.lock.Holder;
import io.github.talosforge.operation.ClusterRun;
import io.github.talosforge.operation.Goal;
import io.github.talosforge.operation.Operation;
import io.github.talosforge.operation.Result;
import io.github.talosforge.operation.RunListener;
import io.github.talosforge.plan.NodeSelection;
import io.github.talosforge.redaction.TalosforgeException;
import io.github.talosforge.simulator.fault.CallPattern;
import io.github.talosforge.simulator.fault.FaultRule;
import io.github.talosforge.simulator.journal.RecordedCall;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One run changes a cluster at a time, and nothing keeps the next one longer than a Lease. */
@TestInstance(Lifecycle.PER_CLASS)
class OneRunTest {
  private static final ObjectPlace PLACE =
      new ObjectPlace(ObjectKind.LEASE, "kube-system", "talosforge");
  private static final String LEASES = "/apis/coordination.k8s.io/v1/namespaces/{namespace}/leases";
  private static final Holder ALICE = new Holder("alice@laptop", "provision", "0000aaaa");
  private static final Holder BOB = new Holder("bob@desk", "configure", "0000bbbb");

  private final TalosWorld world = new TalosWorld("1.12.4", 1, 1);
  private final SteppedPacing pacing = new SteppedPacing();
  private final List<String> told = new ArrayList<>();
  private KubernetesWriter kubernetes;
  private int changes;

  @BeforeAll
  void bringUp() {
    world.provisioned();
    assertThat(
            world
                .talos(talos -> talos.bootstrap(TalosOptions.defaults(), TalosLog.SILENT))
                .health()
                .healthy())
        .isTrue();
    kubernetes = world.kubernetes();
  }

  @AfterAll
  void close() {
    kubernetes.close();
    world.close();
  }

  @BeforeEach
  void nobodyHeardOf() {
    told.clear();
    pacing.forget();
  }

  @AfterEach
  void nobodyAtWork() {
    world.simulator.faults().clear();
    lease().ifPresent(left -> kubernetes.objects().delete(PLACE, left));
  }

  private Optional<ObjectTree> lease() {
    return kubernetes.objects().find(PLACE);
  }

  private String holder() {
    return lease().flatMap(there -> there.text("spec", "holderIdentity")).orElse("nobody");
  }

  /** A lock that is renewed only when somebody does it, as that of a process that was killed. */
  private ClusterLock lock(Holder who, ApiOutlook outlook) {
    return new ClusterLock(
        who, kubernetes::objects, () -> outlook, pacing, () -> false, told::add, work -> {});
  }

  private ClusterLock lock(Holder who) {
    return lock(who, ApiOutlook.MAY_ANSWER);
  }

  private void away() {
    for (CallPattern call :
        List.of(
            CallPattern.of("POST", LEASES),
            CallPattern.of("GET", LEASES + "/{name}"),
            CallPattern.of("PUT", LEASES + "/{name}"))) {
      world
          .simulator
          .faults()
          .add(FaultRule.on(call).failsBefore(503, "apiserver is shutting down"));
    }
  }

  @Test
  void aLeaseThatIsRenewedRefusesAndSaysWhoSinceWhenAndUntilWhen() {
    ClusterLock alice = lock(ALICE);
    assertThat(alice.require()).isTrue();
    pacing.every(Duration.ofSeconds(15), alice::look);

    assertThatThrownBy(() -> lock(BOB).require())
        .isInstanceOf(ClusterLockedException.class)
        .message()
        .matches(
            "(?s)Another run is at work on this cluster: provision by alice@laptop, since"
                + " 20[-0-9]+T[:0-9]+Z by its clock. This one began nothing.\n"
                + "Run again when it has ended. If it was killed, its Lease \\(Lease"
                + " kube-system/talosforge\\) ends by itself 60 seconds after its last sign of"
                + " life.");
    assertThat(pacing.passed()).isLessThanOrEqualTo(Duration.ofSeconds(18));
    assertThat(holder()).isEqualTo("alice@laptop 0000aaaa");
    alice.close();
    assertThat(holder()).isEqualTo("nobody");
  }

  @Test
  void aHolderThatWasKilledKeepsNobodyLongerThanItsLease() {
    ClusterLock alice = lock(ALICE);
    assertThat(alice.require()).isTrue();

    ClusterLock bob = lock(BOB);
    assertThat(bob.require()).isTrue();

    assertThat(holder()).isEqualTo("bob@desk 0000bbbb");
    assertThat(pacing.passed()).isBetween(Duration.ofSeconds(60), Duration.ofSeconds(63));
    assertThat(lease().orElseThrow().text("spec", "leaseTransitions")).contains("1");
    assertThat(alice.lost()).as("it slept").isEmpty();
    pacing.pause(Duration.ofSeconds(20));
    assertThat(alice.require()).isFalse();
    assertThat(alice.lost())
        .get()
        .satisfies(
            lost ->
                assertThat(lost)
                    .hasMessageContaining(
                        "Another run took this one's place: configure by bob@desk")
                    .hasMessageContaining("begins nothing more"));
    alice.close();
    assertThat(holder()).as("not hers to give back").isEqualTo("bob@desk 0000bbbb");
  }

  /** What a clock elsewhere says is no proof: an old Lease is watched like any other. */
  @Test
  void timesThatAHolderWroteProveNothing() {
    ClusterLock alice = lock(ALICE);
    assertThat(alice.require()).isTrue();
    ObjectTree old = lease().orElseThrow();
    ObjectTree unused =
        kubernetes
            .objects()
            .replace(PLACE, old.with("2001-01-01T00:00:00.000000Z", "spec", "renewTime"));
    pacing.every(Duration.ofSeconds(15), alice::look);

    assertThatThrownBy(() -> lock(BOB).require()).isInstanceOf(ClusterLockedException.class);
  }

  @Test
  void whoWaitedForARunThatEndsPlansAgain() {
    ClusterLock alice = lock(ALICE);
    assertThat(alice.require()).isTrue();
    pacing.every(Duration.ofSeconds(9), alice::close);

    assertThatThrownBy(() -> lock(BOB).require())
        .hasMessageContaining("Another run ended while this one waited for it")
        .hasMessageEndingWith("Run it again.");
    assertThat(holder()).isEqualTo("nobody");
  }

  @Test
  void aLeaseThatSomebodyEditedOrDeletedIsStillTheHolders() {
    ClusterLock alice = lock(ALICE);
    assertThat(alice.require()).isTrue();
    KubernetesObjects objects = kubernetes.objects();
    ObjectTree edited =
        objects.replace(
            PLACE, lease().orElseThrow().with("x", "metadata", "labels", "example.org/seen"));

    alice.look();

    assertThat(lease().orElseThrow().version()).isNotEqualTo(edited.version());
    assertThat(objects.delete(PLACE, lease().orElseThrow())).isTrue();
    alice.look();
    assertThat(holder()).isEqualTo("alice@laptop 0000aaaa");
    assertThat(alice.lost()).isEmpty();
    alice.close();
    assertThat(holder()).isEqualTo("nobody");
  }

  @Test
  void whileTheApiIsAwayTheHolderGoesOnAndOthersDoNot() {
    ClusterLock alice = lock(ALICE);
    assertThat(alice.require()).isTrue();
    away();
    pacing.pause(Duration.ofSeconds(20));

    assertThat(alice.require()).isFalse();

    assertThat(alice.lost()).isEmpty();
    assertThat(told).singleElement().asString().contains("cannot be renewed", "goes on");
    pacing.forget();
    pacing.every(
        Duration.ofSeconds(50),
        () -> {
          world.simulator.faults().clear();
          alice.look();
          pacing.every(Duration.ofSeconds(15), alice::look);
        });
    assertThatThrownBy(() -> lock(BOB).require())
        .as("the API is back before a Lease's time is over")
        .isInstanceOf(ClusterLockedException.class);
    alice.close();
  }

  @Test
  void anApiThatStaysAwayKeepsNobodyLongerThanALease() {
    away();
    ClusterLock bob = lock(BOB);

    assertThat(bob.require()).isFalse();

    assertThat(pacing.passed()).isBetween(Duration.ofSeconds(60), Duration.ofSeconds(63));
    assertThat(told)
        .singleElement()
        .asString()
        .contains("did not answer for 60 seconds", "see that no other run is at work");
    pacing.pause(Duration.ofSeconds(20));
    assertThat(bob.require()).isFalse();
    assertThat(pacing.passed()).as("once").isLessThan(Duration.ofSeconds(90));
    world.simulator.faults().clear();
    pacing.pause(Duration.ofSeconds(20));
    assertThat(bob.require()).as("seen anew").isTrue();
    assertThat(holder()).as("taken as soon as it can be").isEqualTo("bob@desk 0000bbbb");
    bob.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"NO_QUORUM", "NO_ETCD"})
  void whereNobodyCanAnswerNothingIsWaitedFor(ApiOutlook outlook) {
    away();

    assertThat(lock(BOB, outlook).require()).isFalse();

    assertThat(pacing.passed()).isZero();
    assertThat(told).hasSize(outlook == ApiOutlook.NO_QUORUM ? 1 : 0);
  }

  /** A policy that forbids the Lease must not forbid the repair. */
  @Test
  void aServerThatRefusesTheLeaseStopsNobody() {
    world
        .simulator
        .faults()
        .add(FaultRule.on(CallPattern.of("POST", LEASES)).failsBefore(403, "denied by a policy"));

    assertThat(lock(BOB).require()).isFalse();

    assertThat(told).singleElement().asString().contains("cannot be taken", "denied by a policy");
  }

  private Goal another() {
    changes++;
    world.cluster.cluster("ntp_servers: [time" + changes + ".example.org]\n");
    return new Goal.Configure(NodeSelection.all(), false);
  }

  private List<RecordedCall> leaseCalls(long mark) {
    return world.simulator.journal().since(mark).stream()
        .filter(call -> call.template().startsWith(LEASES))
        .toList();
  }

  private Result run(Goal goal) {
    try (ClusterRun run = world.run(world.terms())) {
      return run.operation(goal).run(RunListener.SILENT);
    }
  }

  @Test
  void aRunThatChangesSomethingCostsThreeCallsAndOneThatDoesNotNone() {
    Goal goal = another();
    long mark = world.simulator.journal().count();

    assertThat(run(goal).machines()).isNotEmpty();

    assertThat(leaseCalls(mark))
        .extracting(RecordedCall::method)
        .startsWith("GET", "POST")
        .endsWith("DELETE")
        .hasSizeLessThan(6);
    long second = world.simulator.journal().count();
    assertThat(run(goal).machines()).isNotEmpty();
    assertThat(run(new Goal.Provision(NodeSelection.all(), true)).changes()).isEmpty();
    assertThat(run(new Goal.AwaitTalos(NodeSelection.all())).machines()).isEmpty();
    try (ClusterRun run = world.run(world.terms())) {
      assertThat(run.health().healthy()).isTrue();
      assertThat(run.plan(NodeSelection.all(), true).changes()).isEmpty();
    }
    assertThat(leaseCalls(second)).isEmpty();
  }

  @Test
  void anOperationBeginsNothingWhileAnotherRunIsAtWork() {
    Goal goal = another();
    try (ClusterLock alice =
        new ClusterLock(
            ALICE,
            kubernetes::objects,
            () -> ApiOutlook.MAY_ANSWER,
            HurriedSessions.pacing(),
            () -> false,
            told::add,
            work -> new Thread(work).start())) {
      assertThat(alice.require()).isTrue();

      assertThatThrownBy(() -> run(goal))
          .isInstanceOf(ClusterLockedException.class)
          .hasMessageContaining("provision by alice@laptop");
    }
    assertThat(world.talos(TalosSession::health).healthy()).isTrue();
    assertThat(run(goal).machines()).as("still to be done").isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 5})
  void runsThatMeetDoNothingTwice(int runs) {
    Goal goal = another();
    CyclicBarrier met = new CyclicBarrier(runs);
    List<Supplier<Met>> works =
        IntStream.range(0, runs).<Supplier<Met>>mapToObj(each -> () -> meets(goal, met)).toList();

    List<Met> ends = RunsAtOnce.together(works);

    assertThat(ends)
        .flatExtracting(Met::refusals)
        .hasSizeLessThan(runs)
        .allSatisfy(end -> assertThat(end).isInstanceOf(ClusterLockedException.class));
    assertThat(ends)
        .flatExtracting(Met::done)
        .filteredOn(NodeOutcome.Ending.CHANGED::equals)
        .as("each node once")
        .hasSize(2);
    assertThat(holder()).isEqualTo("nobody");
  }

  /** How a run ended that met others. */
  private record Met(List<NodeOutcome.Ending> done, List<Throwable> refusals) {}

  private Met meets(Goal goal, CyclicBarrier met) {
    try (ClusterRun run = world.run(world.terms())) {
      Operation operation = run.operation(goal);
      boolean unused = operation.plan().isEmpty();
      await(met);
      Result result = operation.run(RunListener.SILENT);
      return new Met(result.machines().stream().map(NodeOutcome::ending).toList(), List.of());
    } catch (TalosforgeException e) {
      return new Met(List.of(), List.of(e));
    }
  }

  private static void await(CyclicBarrier met) {
    try {
      met.await();
    } catch (InterruptedException | BrokenBarrierException e) {
      throw new IllegalStateException(e);
    }
  }
}
