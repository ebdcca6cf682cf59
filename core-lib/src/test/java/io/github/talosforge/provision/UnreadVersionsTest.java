package io.github.talosforge.provision;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.ClusterSession;
import io.github.talosforge.HurriedSessions;
import io.github.talosforge.TalosSession;
import io.github.talosforge.apply.ApplyLog;
import io.github.talosforge.apply.ApplyOptions;
import io.github.talosforge.bootstrap.NodeOutcome;
import io.github.talosforge.bootstrap.NodeOutcome.Ending;
import io.github.talosforge.bootstrap.TalosLog;
import io.github.talosforge.bootstrap.TalosOptions;
import io.github.talosforge.finding.Finding;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.plan.CreateVm;
import io.github.talosforge.plan.NodeSelection;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.plan.RemoveTemplate;
import io.github.talosforge.proxmox.ProxmoxClient;
import io.github.talosforge.simulator.inspect.VmState;
import io.github.talosforge.simulator.world.Troubles.Trouble;
import io.github.talosforge.talos.TalosClient;
import io.github.talosforge.talos.TalosEndpoint;
import io.github.talosforge.talos.TalosNode;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** While nobody says what a cluster runs, the files do not say it instead. */
class UnreadVersionsTest {
  private static final TalosOptions OPTIONS = TalosOptions.defaults();
  private static final String CP = node("cp-1, controller: true", "pve1", 2000, 10);
  private static final String WORKER_1 = node("worker-1", "pve2", 3000, 20);
  private static final String WORKER_2 = node("worker-2", "pve2", 3001, 21);

  private static String node(String name, String host, int id, int address) {
    return "  - {name: %s, proxmox_node: %s, memory: 4096, vm_id: %d, address: 192.168.22.%d}\n"
        .formatted(name, host, id, address);
  }

  /** A cluster of Talos 1.12.4 and Kubernetes 1.34.0, whose files want newer ones by now. */
  private static TalosWorld running(String more, String... nodes) {
    SimulatedCluster cluster =
        SimulatedCluster.start()
            .talos("1.12.4")
            .kubernetes("1.34.0")
            .cluster(more)
            .nodes("nodes:\n" + String.join("", nodes));
    TalosWorld world = new TalosWorld(cluster).provisioned();
    world.talos(talos -> talos.bootstrap(OPTIONS, TalosLog.SILENT));
    cluster.talos("1.13.2").kubernetes("1.35.0");
    return world;
  }

  private static void stop(TalosWorld world, String node) {
    try (ProxmoxClient root = world.cluster.root()) {
      VmState vm = world.simulator.inspect().vm(world.vm(node)).orElseThrow();
      assertThat(root.vm(vm.host(), vm.id()).stop(() -> {}).await(Duration.ofMinutes(10)))
          .isNotNull();
    }
  }

  private static Plan plan(TalosWorld world, Function<ClusterSession, Plan> how) {
    try (ClusterSession session = world.cluster.session()) {
      TalosSession unused = HurriedSessions.talos(session, TalosWorld.SECRETS, world.dialer());
      return how.apply(session);
    }
  }

  private static Plan plan(TalosWorld world) {
    return plan(world, session -> session.plan(NodeSelection.all(), false));
  }

  private static Plan rebuild(TalosWorld world, String node) {
    return plan(world, session -> session.planRebuild(only(node), false));
  }

  private static NodeSelection only(String node) {
    return new NodeSelection(List.of(node), List.of());
  }

  private static List<String> messages(Plan plan, String code) {
    return plan.findings().withCode(code).stream().map(Finding::message).toList();
  }

  private static <A> A onMachine(TalosWorld world, int address, Function<TalosNode, A> work) {
    try (TalosClient client = world.client();
        TalosNode machine = client.node(TalosEndpoint.of("192.168.22." + address))) {
      return work.apply(machine);
    }
  }

  @Test
  void aControlPlaneThatIsOffMayBeConfigured() {
    try (TalosWorld world = running("", CP)) {
      world.cluster.nodes("nodes:\n" + CP + WORKER_1);
      Plan joining = plan(world);
      assertThat(world.cluster.apply(joining).complete()).isTrue();
      stop(world, "cp-1");
      world.cluster.nodes("nodes:\n" + CP + WORKER_1 + WORKER_2);

      Plan plan = plan(world);

      assertThat(plan.changes(CreateVm.class)).isEmpty();
      assertThat(messages(plan, "TF-VERSIONS-UNREAD"))
          .singleElement()
          .asString()
          .startsWith(
              "No VM is made for worker-2: no control plane says which versions the cluster runs"
                  + " (cp-1: VM 2000 does not run: start it, or apply the plan), and a node must"
                  + " not join with others.");
      List<String> warned = new CopyOnWriteArrayList<>();
      TalosOptions onlyTheNew = OPTIONS.withNodes(only("worker-1"));
      List<NodeOutcome> outcomes =
          world.talos(talos -> talos.applyMachineConfigs(onlyTheNew, warnings(warned)));
      assertThat(outcomes).extracting(NodeOutcome::ending).containsExactly(Ending.LEFT_ALONE);
      assertThat(warned)
          .singleElement()
          .asString()
          .startsWith("gets no configuration: no control plane says which versions");
    }
  }

  private static TalosLog warnings(List<String> warned) {
    return new TalosLog() {
      @Override
      public void warns(NodeName node, String sentence) {
        warned.add(sentence);
      }
    };
  }

  @Test
  void aFreshControlPlaneDecidesNothingWhileOthersAreOff() {
    String second = node("cp-2, controller: true", "pve1", 2001, 11);
    String third = node("cp-3, controller: true", "pve1", 2002, 12);
    try (TalosWorld world = running("", CP, second)) {
      world.cluster.nodes("nodes:\n" + CP + second + third);
      assertThat(world.cluster.apply(plan(world)).complete()).isTrue();
      stop(world, "cp-1");
      stop(world, "cp-2");
      List<String> warned = new CopyOnWriteArrayList<>();

      List<NodeOutcome> outcomes =
          world.talos(
              talos ->
                  talos.applyMachineConfigs(OPTIONS.withNodes(only("cp-3")), warnings(warned)));

      assertThat(outcomes).extracting(NodeOutcome::ending).containsExactly(Ending.LEFT_ALONE);
      assertThat(warned)
          .singleElement()
          .asString()
          .startsWith("gets no configuration: no control plane says which versions")
          .contains("cp-1: VM 2000 does not run", "cp-2: VM 2001 does not run");
    }
  }

  @Test
  void aControlPlaneOnAHostThatIsDownMayBeConfigured() {
    try (TalosWorld world = running("", CP)) {
      world.simulator.interventions().host("pve1", false);
      world.cluster.nodes("nodes:\n" + CP + WORKER_1);

      Plan plan = plan(world);

      assertThat(plan.changes(CreateVm.class)).isEmpty();
      assertThat(messages(plan, "TF-VERSIONS-UNREAD"))
          .singleElement()
          .asString()
          .startsWith("No VM is made for worker-1: no control plane says which versions")
          .contains("cp-1: the host of VM 2000, pve1, is down: bring that back");
    }
  }

  @Test
  void workersThatAnswerDecideWhileTheControlPlanesAreOff() {
    try (TalosWorld world = running("", CP, WORKER_1)) {
      stop(world, "cp-1");
      world.cluster.nodes("nodes:\n" + CP + WORKER_1 + WORKER_2);

      Plan plan = plan(world);

      assertThat(plan.changes(CreateVm.class)).hasSize(1);
      assertThat(messages(plan, "TF-VERSION-OF-NEW-NODES"))
          .containsExactly(
              "worker-2: made with Talos v1.12.4, as the workers that answer run it, and not with"
                  + " v1.13.2 as the files say.");
    }
  }

  @Test
  void theOnlyNodeIsRebuiltWithWhatItRan() {
    try (TalosWorld world = running(DataVmTest.DATA, CP);
        ClusterSession session = world.cluster.session()) {
      TalosSession talos = HurriedSessions.talos(session, TalosWorld.SECRETS, world.dialer());

      Plan plan = session.planRebuild(only("cp-1"), false);
      assertThat(plan.isBlocked()).as(plan.findings().render()).isFalse();
      assertThat(session.apply(plan, ApplyOptions.defaults(), ApplyLog.SILENT).complete()).isTrue();
      assertThat(talos.bootstrap(OPTIONS, TalosLog.SILENT).health().healthy()).isTrue();

      assertThat(messages(plan, "TF-VERSION-OF-NEW-NODES")).hasSize(1);
      String tag = onMachine(world, 10, machine -> machine.version().tag());
      assertThat(tag).isEqualTo("v1.12.4");
      String config = onMachine(world, 10, machine -> machine.machineConfig().orElseThrow());
      assertThat(config).contains("kube-apiserver:v1.34.0").doesNotContain("1.35");
    }
  }

  @Test
  void aRebuildIsNeverDecidedByTheFilesWhileMachinesMayRun() {
    try (TalosWorld world = running(DataVmTest.DATA, CP, WORKER_1)) {
      world.trouble("cp-1", Trouble.CUT_OFF, true);

      Plan byItself = rebuild(world, "worker-1");
      world.trouble("worker-1", Trouble.CUT_OFF, true);
      Plan byNobody = rebuild(world, "worker-1");

      assertThat(messages(byItself, "TF-VERSIONS-UNREAD"))
          .containsExactly(
              "worker-1: made with Talos v1.12.4, as the workers that answer run it, because no"
                  + " control plane says which versions the cluster runs (cp-1 cannot be asked).");
      assertThat(byNobody.isBlocked()).isTrue();
      assertThat(messages(byNobody, "TF-REBUILD-UNREAD"))
          .containsExactly(
              "worker-1 is not rebuilt: no control plane says which versions the cluster runs (cp-1"
                  + " cannot be asked), nor does a worker.");
    }
  }

  @Test
  void theOnlyControlPlaneIsRebuiltAsItsWorkersRunOrAsTheUserSays() {
    try (TalosWorld world = running(DataVmTest.DATA, CP, WORKER_1)) {
      stop(world, "cp-1");

      Plan byWorkers = rebuild(world, "cp-1");
      world.trouble("worker-1", Trouble.CUT_OFF, true);
      Plan byNobody = rebuild(world, "cp-1");

      assertThat(byWorkers.isBlocked()).as(byWorkers.findings().render()).isFalse();
      assertThat(messages(byWorkers, "TF-VERSION-OF-NEW-NODES")).hasSize(1);
      assertThat(messages(byNobody, "TF-REBUILD-UNREAD"))
          .singleElement()
          .asString()
          .startsWith("cp-1 is not rebuilt: no control plane says which versions");
      world.cluster.talos("1.12.4").kubernetes("1.34.0");
      assertThat(
              world
                  .cluster
                  .apply(plan(world, session -> session.planDestruction(only("cp-1"), false)))
                  .complete())
          .isTrue();
      assertThat(messages(plan(world), "TF-VERSIONS-UNREAD")).isEmpty();
      assertThat(plan(world).changes(CreateVm.class)).hasSize(1);
    }
  }

  /** Cluster and files as above, and a template for what the files want. */
  private static TalosWorld besideANewerTemplate() {
    SimulatedCluster cluster = SimulatedCluster.start().talos("1.13.2").nodes("nodes:\n" + CP);
    assertThat(cluster.provision().complete()).isTrue();
    assertThat(cluster.destroy().complete()).isTrue();
    TalosWorld world = new TalosWorld(cluster.talos("1.12.4")).provisioned();
    world.talos(talos -> talos.bootstrap(OPTIONS, TalosLog.SILENT));
    cluster.talos("1.13.2");
    return world;
  }

  private static Plan cleaning(TalosWorld world, int keep) {
    return plan(world, session -> session.planTemplateCleaning(keep, true));
  }

  @Test
  void theTemplateThatTheNextNodeNeedsStays() {
    try (TalosWorld world = besideANewerTemplate()) {
      assertThat(cleaning(world, 1).changes()).isEmpty();
      assertThat(cleaning(world, 0).changes(RemoveTemplate.class)).hasSize(2);

      stop(world, "cp-1");
      Plan unread = cleaning(world, 1);

      assertThat(unread.changes()).isEmpty();
      assertThat(messages(unread, "TF-VERSIONS-UNREAD"))
          .containsExactly(
              "Templates and images that nothing uses stay: no control plane says which versions"
                  + " the cluster runs (cp-1: VM 2000 does not run: start it, or apply the plan).");
    }
  }

  @Test
  void aNamedTemplateOfAnotherVersionIsTold() {
    try (TalosWorld world = besideANewerTemplate()) {
      String newer =
          world.simulator.inspect().vms().values().stream()
              .map(VmState::name)
              .filter(name -> name.startsWith("talos-v1.13.2-"))
              .findFirst()
              .orElseThrow();
      world.cluster.nodes(
          "nodes:\n"
              + CP
              + node("worker-1, talos_template: " + newer, "pve1", 3000, 20)
              + node("worker-2", "pve1", 3001, 21));

      assertThat(messages(plan(world), "TF-TEMPLATE-OF-ANOTHER-VERSION"))
          .containsExactly(
              "Node worker-1 is to be cloned from template 9000 '"
                  + newer
                  + "' on pve1, which has Talos v1.13.2, but it is to run v1.12.4.");
    }
  }
}
