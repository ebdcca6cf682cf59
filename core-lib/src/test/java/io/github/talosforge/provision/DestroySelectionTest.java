package io.github.talosforge.provision;

import static io.github.talosforge.provision.DepartureTest.world;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.ClusterSession;
import io.github.talosforge.TalosSession;
import io.github.talosforge.plan.DestroyVm;
import io.github.talosforge.plan.JoinedNodes;
import io.github.talosforge.plan.NodeSelection;
import io.github.talosforge.plan.Plan;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Who removes something that is nowhere has made a mistake, and is not told of success. */
class DestroySelectionTest {
  private static final String TWO =
      """
      nodes:
        - {name: cp-1, controller: true, proxmox_node: pve1}
        - {name: worker-1, proxmox_node: pve2}
      """;

  private static Plan destruction(
      SimulatedCluster cluster, List<String> included, List<String> excluded, JoinedNodes joined) {
    try (ClusterSession session = cluster.session()) {
      return session.planDestruction(
          new NodeSelection(included, excluded), false, false, () -> joined);
    }
  }

  private static JoinedNodes known(String... names) {
    return new JoinedNodes.Known(Set.of(names));
  }

  @Test
  void whatIsNowhereIsRefusedWithWhereItWasLookedForAndWhatIsNear() {
    try (SimulatedCluster cluster = SimulatedCluster.start().nodes(TWO)) {
      cluster.provision();
      Map<String, Map<String, String>> before = cluster.nodes();

      Plan typo = destruction(cluster, List.of("wroker-1"), List.of(), known("cp-1", "worker-1"));
      assertThat(typo.isBlocked()).isTrue();
      assertThat(typo.findings().render())
          .contains("TF-SELECTION-MATCHES-NOTHING")
          .contains(
              "No node is called 'wroker-1': neither in the files nor among the VMs with this"
                  + " cluster's marks, nor in Kubernetes.")
          .contains("Did you mean worker-1?");

      Plan unasked =
          destruction(cluster, List.of("gone-1"), List.of(), new JoinedNodes.Unknown("it is away"));
      assertThat(unasked.findings().render())
          .contains("; Kubernetes could not be asked: it is away.")
          .contains("The nodes are cp-1, worker-1.");

      Plan excluded = destruction(cluster, List.of(), List.of("cp-11"), known());
      assertThat(excluded.isBlocked()).as("nothing goes because of a typo").isTrue();
      assertThat(excluded.findings().render()).contains("'cp-11'", "Did you mean cp-1?");

      Plan pattern = destruction(cluster, List.of("gone-*"), List.of(), known("gone-1"));
      assertThat(pattern.isBlocked()).as("patterns are for what is seen").isTrue();

      assertThat(cluster.nodes()).isEqualTo(before);
    }
  }

  @Test
  void oneMarkIsEnoughToBeFound() {
    try (SimulatedCluster cluster = SimulatedCluster.start().nodes(TWO)) {
      cluster.provision();
      JoinedNodes never = new JoinedNodes.Unknown("it was asked");

      cluster.nodes("nodes: [{name: cp-1, controller: true, proxmox_node: pve1}]\n");
      Plan unlisted = destruction(cluster, List.of("worker-1"), List.of(), never);
      assertThat(unlisted.isBlocked()).isFalse();
      assertThat(unlisted.changes(DestroyVm.class)).hasSize(1);

      Plan joined = destruction(cluster, List.of("gone-1"), List.of(), known("gone-1"));
      assertThat(joined.isBlocked()).as("Kubernetes knows it").isFalse();
      assertThat(joined.isEmpty()).isTrue();
    }
  }

  @Test
  void afterTheClusterWasRenamedNothingIsTakenForDone() {
    try (SimulatedCluster cluster = SimulatedCluster.start().nodes(TWO)) {
      cluster.provision();
      cluster.named("renamed", "0123456789abcdef");

      Plan plan = destruction(cluster, List.of(), List.of(), known());

      assertThat(plan.isBlocked()).isTrue();
      assertThat(plan.findings().render())
          .contains("TF-CLUSTER-RENAMED", "is node worker-1 of this cluster under another");
    }
  }

  /** With another name for the cluster and for each node, only the uid is left. */
  @Test
  void afterClusterAndNodesWereRenamedNothingIsTakenForDone() {
    try (SimulatedCluster cluster = SimulatedCluster.start().nodes(TWO)) {
      cluster.provision();
      cluster
          .named("lab", "0123456789abcdef")
          .nodes("nodes: [{name: lab-cp-1, controller: true, proxmox_node: pve3}]\n");

      Plan plan = destruction(cluster, List.of(), List.of(), known());
      assertThat(plan.isBlocked()).isTrue();
      assertThat(plan.findings().render())
          .contains("TF-CLUSTER-RENAMED", "is node cp-1 of this cluster", "is node worker-1 of");
      assertThat(cluster.plan().findings().render()).contains("TF-CLUSTER-RENAMED");

      cluster.simulator.interventions().host("pve1", false);
      assertThat(destruction(cluster, List.of(), List.of(), known()).findings().render())
          .contains("is node worker-1 of this cluster under another");

      cluster.simulator.interventions().host("pve2", false);
      Plan hidden = destruction(cluster, List.of(), List.of(), known());
      assertThat(hidden.isBlocked()).isTrue();
      assertThat(hidden.findings().render())
          .contains("TF-NODE-OUT-OF-SIGHT", "pve1, pve2", "may be this cluster's under another");
    }
  }

  /** Whose VMs show another uid, or whose own are known by name, is held up by nobody's host. */
  @Test
  void anotherClusterOnAHostThatIsDownHoldsUpNobody() {
    try (SimulatedCluster cluster = SimulatedCluster.start().nodes(TWO)) {
      cluster.provision();
      cluster.named("mine", "fedcba9876543210").network("192.168.23");
      cluster.nodes("nodes: [{name: mine-1, controller: true, proxmox_node: pve3, vm_id: 2050}]\n");
      cluster.simulator.interventions().host("pve1", false);

      Plan none = destruction(cluster, List.of(), List.of(), known());
      assertThat(none.isBlocked()).as(none.findings().render()).isFalse();

      cluster.provision();
      cluster.simulator.interventions().host("pve2", false);
      Plan own = destruction(cluster, List.of(), List.of(), known());
      assertThat(own.isBlocked()).as(own.findings().render()).isFalse();
      assertThat(own.changes(DestroyVm.class)).hasSize(1);
    }
  }

  @Test
  void aVmThatLacksAMarkIsNamedAndNothingGoes() {
    try (SimulatedCluster cluster = SimulatedCluster.start().nodes(TWO)) {
      cluster.provision();
      int id = Integer.parseInt(key(cluster).split(" ", 2)[0]);
      cluster.edit(id, vm -> vm.config().put("tags", "mine"));

      Plan plan = destruction(cluster, List.of(), List.of(), known());
      assertThat(plan.isBlocked()).isTrue();
      assertThat(plan.findings().render()).contains("TF-VM-TAGS-LOST", "qm set " + id);

      assertThat(destruction(cluster, List.of("cp-1"), List.of(), known()).isBlocked())
          .as("who does not ask for it is not held up by it")
          .isFalse();
    }
  }

  private static String key(SimulatedCluster cluster) {
    return cluster.nodes().keySet().stream()
        .filter(name -> name.endsWith(" worker-1"))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void theRunningClusterNamesWhatOnlyItKnows() {
    try (TalosWorld world = world(1, 1)) {
      assertThat(world.talos(TalosSession::joinedNodes)).isEqualTo(known("cp-1", "worker-1"));

      WorkerDepartureTest.withoutKubernetes(world);
      assertThat(world.talos(TalosSession::joinedNodes))
          .isInstanceOfSatisfying(
              JoinedNodes.Unknown.class, it -> assertThat(it.why()).contains("503"));
    }
  }
}
