package io.github.talosforge.provision;

import static io.github.talosforge.provision.DepartureTest.IMPATIENT;
import static io.github.talosforge.provision.DepartureTest.OPTIONS;
import static io.github.talosforge.provision.DepartureTest.destroy;
import static io.github.talosforge.provision.DepartureTest.world;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.talosforge.bootstrap.TalosFlowException;
import io.github.talosforge.bootstrap.TalosLog;
import io.github.talosforge.kubernetes.KubernetesNode;
import io.github.talosforge.kubernetes.KubernetesWriter;
import io.github.talosforge.kubernetes.Workloads;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.proxmox.ProxmoxClient;
import io.github.talosforge.proxmox.TaskResult;
import io.github.talosforge.simulator.fault.CallPattern;
import io.github.talosforge.simulator.fault.FaultRule;
import io.github.talosforge.simulator.inspect.VmState;
import io.github.talosforge.simulator.world.Troubles.Trouble;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A worker that is destroyed gives its pods away first, and Kubernetes forgets it. */
class WorkerDepartureTest {
  private static final String WEB =
      """
      metadata: {name: web}
      spec:
        replicas: 2
        selector: {matchLabels: {app: web}}
        template:
          metadata: {labels: {app: web}}
          spec: {containers: [{name: web, image: example.org/web}]}
      """;

  static final String KEPT =
      """
      metadata: {name: keep-web}
      spec: {minAvailable: 2, selector: {matchLabels: {app: web}}}
      """;

  static void run(TalosWorld world, String... budgets) {
    try (Workloads workloads = world.workloads()) {
      workloads.create("apis/apps/v1", "deployments", WEB);
      for (String budget : budgets) {
        workloads.create("apis/policy/v1", "poddisruptionbudgets", budget);
      }
    }
  }

  static List<KubernetesNode> nodes(TalosWorld world) {
    try (KubernetesWriter kubernetes = world.kubernetes()) {
      return kubernetes.nodes();
    }
  }

  static long pods(TalosWorld world, String node) {
    try (KubernetesWriter kubernetes = world.kubernetes()) {
      return kubernetes.podsOn(node).stream()
          .filter(pod -> pod.namespace().equals("default"))
          .count();
    }
  }

  static void shutDown(TalosWorld world, String node) {
    VmState vm = world.simulator.inspect().vm(world.vm(node)).orElseThrow();
    try (ProxmoxClient root = world.cluster.root()) {
      TaskResult unused = root.vm(vm.host(), vm.id()).stop(() -> {}).await(Duration.ofMinutes(10));
    }
  }

  /** The machines answer, their API server does not. */
  static void withoutKubernetes(TalosWorld world) {
    for (CallPattern call :
        List.of(
            CallPattern.of("GET", "/api/v1/nodes"),
            CallPattern.of("DELETE", "/api/v1/nodes/{name}"))) {
      world
          .simulator
          .faults()
          .add(FaultRule.on(call).failsBefore(503, "the server is currently unable to answer"));
    }
  }

  private static void isKept(TalosWorld world, int nodes) {
    assertThat(world.cluster.nodes()).hasSize(nodes);
    assertThat(nodes(world)).noneMatch(KubernetesNode::unschedulable);
  }

  @Test
  void complaint12_itsPodsLeaveBeforeItGoesAndKubernetesForgetsIt() {
    try (TalosWorld world = world(1, 2)) {
      run(world);

      List<String> heard = destroy(world, OPTIONS, "worker-1");

      assertThat(heard)
          .containsSubsequence("worker-1 takes no new pods", "worker-1 is taken out of Kubernetes");
      assertThat(nodes(world))
          .extracting(KubernetesNode::name)
          .containsExactlyInAnyOrder("cp-1", "worker-2");
      assertThat(pods(world, "worker-2")).isEqualTo(2);
    }
  }

  @Test
  void podsDoNotMoveToAnotherNodeThatGoes() {
    try (TalosWorld world = world(1, 3)) {
      run(world);

      List<String> heard = destroy(world, OPTIONS, "worker-1", "worker-2");

      assertThat(heard.subList(0, 2))
          .containsExactlyInAnyOrder("worker-1 takes no new pods", "worker-2 takes no new pods");
      assertThat(pods(world, "worker-3")).isEqualTo(2);
    }
  }

  @Test
  void budgetThatNeverLetsGoIsNamedAndNothingIsDestroyed() {
    try (TalosWorld world = world(1, 1)) {
      run(world, KEPT);

      assertThatThrownBy(() -> destroy(world, IMPATIENT, "worker-1"))
          .isInstanceOf(TalosFlowException.class)
          .hasMessageContaining("could not be drained in time, so nothing was destroyed")
          .hasMessageContaining("worker-1: pod default/web-")
          .hasMessageContaining("keep-web");

      isKept(world, 2);
      assertThat(pods(world, "worker-1")).isEqualTo(2);
    }
  }

  @Test
  void podThatNobodyWouldMakeAgainKeepsItsNode() {
    try (TalosWorld world = world(1, 1)) {
      try (Workloads workloads = world.workloads()) {
        workloads.create(
            "api/v1",
            "pods",
            """
            metadata: {name: alone}
            spec: {containers: [{name: alone, image: example.org/alone}]}
            """);
      }

      assertThatThrownBy(() -> destroy(world, IMPATIENT, "worker-1"))
          .hasMessageContaining("no controller would make again")
          .hasMessageContaining("worker-1: pod default/alone");

      isKept(world, 2);
      assertThat(pods(world, "worker-1")).isEqualTo(1);
    }
  }

  @Test
  void workerThatIsOffHasNothingToGiveAway() {
    try (TalosWorld world = world(1, 1)) {
      run(world, KEPT);
      shutDown(world, "worker-1");

      assertThat(destroy(world, OPTIONS, "worker-1"))
          .containsExactly("worker-1 is taken out of Kubernetes");
    }
  }

  @Test
  void workerThatKubernetesDoesNotFindReadyHoldsNobodyUp() {
    try (TalosWorld world = world(1, 1)) {
      run(world, KEPT);
      world.trouble("worker-1", Trouble.CUT_OFF, true);

      List<String> heard = destroy(world, OPTIONS, "worker-1");

      assertThat(heard).anyMatch(line -> line.startsWith("worker-1 is not ready, so its pods"));
      assertThat(world.cluster.nodes()).containsOnlyKeys("2000 cp-1");
    }
  }

  @Test
  void workerThatNeverJoinedIsSimplyDestroyed() {
    try (TalosWorld world = world(1, 1)) {
      try (KubernetesWriter kubernetes = world.kubernetes()) {
        world.trouble("worker-1", Trouble.CUT_OFF, true);
        assertThat(kubernetes.deleteNode("worker-1")).isTrue();
      }

      assertThat(destroy(world, OPTIONS, "worker-1")).isEmpty();
    }
  }

  @Test
  void withoutKubernetesARunningWorkerStaysAndOneThatIsOffGoes() {
    try (TalosWorld world = world(1, 1)) {
      withoutKubernetes(world);

      assertThatThrownBy(() -> destroy(world, IMPATIENT, "worker-1"))
          .hasMessageContaining("Kubernetes did not do what the end of a node needs")
          .hasMessageContaining("shut down in Proxmox VE")
          .hasMessageContaining("worker-1: ");
      assertThat(world.cluster.nodes()).hasSize(2);

      shutDown(world, "worker-1");
      assertThat(destroy(world, OPTIONS, "worker-1"))
          .singleElement()
          .asString()
          .contains("kubectl delete node worker-1");
      assertThat(world.cluster.nodes()).containsOnlyKeys("2000 cp-1");
    }
  }

  @Test
  void whatIsNoListOfNodesOrPodsIsNotTakenForAnEmptyOne() {
    for (String list : List.of("/api/v1/nodes", "/api/v1/pods")) {
      try (TalosWorld world = world(1, 1)) {
        run(world);
        world
            .simulator
            .faults()
            .add(FaultRule.on(CallPattern.of("GET", list)).failsBefore(200, "all is well"));

        assertThatThrownBy(() -> destroy(world, IMPATIENT, "worker-1"))
            .as(list)
            .hasMessageContaining("so nothing was destroyed")
            .hasMessageContaining(list)
            .hasMessageContaining("was answered with a Status instead of a ");

        assertThat(world.cluster.nodes()).hasSize(2);
      }
    }
  }

  @Test
  void withoutAnyAnswerAWorkerThatIsOffGoesAllTheSame() {
    try (TalosWorld world = world(1, 1)) {
      world.trouble("cp-1", Trouble.CUT_OFF, true);

      assertThatThrownBy(() -> destroy(world, IMPATIENT, "worker-1"))
          .hasMessageContaining("so nothing was destroyed")
          .hasMessageContaining("a worker whose VM is off is destroyed without them")
          .hasMessageContaining("cp-1: ");
      assertThat(world.cluster.nodes()).hasSize(2);

      shutDown(world, "worker-1");
      assertThat(destroy(world, OPTIONS, "worker-1"))
          .singleElement()
          .asString()
          .contains("kubectl delete node worker-1");
      assertThat(world.cluster.nodes()).containsOnlyKeys("2000 cp-1");
    }
  }

  @Test
  void nodeThatAnInterruptedRunLeftInKubernetesIsForgotten() {
    try (TalosWorld world = world(1, 2)) {
      shutDown(world, "worker-1");
      shutDown(world, "worker-2");
      withoutKubernetes(world);
      destroy(world, OPTIONS, "worker-1");
      world.simulator.faults().clear();
      assertThat(nodes(world)).extracting(KubernetesNode::name).contains("worker-1");

      world.talos(
          talos -> {
            talos
                .departure(OPTIONS, TalosLog.SILENT)
                .forgetMissing(Set.of(NodeName.of("worker-1"), NodeName.of("cp-1")));
            return talos;
          });

      assertThat(nodes(world))
          .extracting(KubernetesNode::name)
          .as("a node that is ready is somebody's, whatever is missing")
          .containsExactlyInAnyOrder("cp-1", "worker-2");
    }
  }
}
