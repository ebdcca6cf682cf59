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
import io.github.talosforge.plan.ConfigureMachine;
import io.github.talosforge.plan.CreateVm;
import io.github.talosforge.plan.NodeSelection;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.plan.PlanFinding;
import io.github.talosforge.plan.PlanJson;
import io.github.talosforge.plan.PlanText;
import io.github.talosforge.simulator.world.Troubles;
import io.github.talosforge.talos.ApplyMode;
import io.github.talosforge.talos.TalosClient;
import io.github.talosforge.talos.TalosEndpoint;
import io.github.talosforge.talos.TalosException;
import io.github.talosforge.talos.TalosNode;
import io.github.talosforge.versions.VersionDifference;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What runs goes on running, whatever version the files want. */
class RunningVersionsTest {
  private static final TalosOptions OPTIONS = TalosOptions.defaults();

  private TalosWorld world;

  @BeforeEach
  void clusterRuns() {
    world = new TalosWorld("1.12.4", 1, 1);
    world.cluster.kubernetes("1.34.0");
    world.provisioned();
    world.talos(talos -> talos.bootstrap(OPTIONS, TalosLog.SILENT));
  }

  @AfterEach
  void end() {
    world.close();
  }

  private List<NodeOutcome> apply() {
    return apply(OPTIONS);
  }

  private List<NodeOutcome> apply(TalosOptions options) {
    return world.talos(talos -> talos.applyMachineConfigs(options, TalosLog.SILENT));
  }

  private String config(String node) {
    return onMachine(node, machine -> machine.machineConfig().orElseThrow());
  }

  private static List<Finding> differing(Plan plan) {
    return plan.findings().findings().stream()
        .filter(finding -> finding.code().equals(PlanFinding.VERSION_DIFFERS.code()))
        .toList();
  }

  @Test
  void anotherVersionOfKubernetesIsShownAndNotWrittenWhileOtherChangesGoOn() {
    world.cluster.kubernetes("1.35.0").cluster("ntp_servers: [time.example.org]\n");

    Plan plan = world.plan();

    assertThat(differing(plan))
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.message())
                  .isEqualTo(
                      "Nodes cp-1, worker-1 run Kubernetes v1.34.0, but the files say Kubernetes"
                          + " v1.35.0.");
              assertThat(finding.suggestion()).contains("No task changes a version yet;");
            });
    assertThat(plan.changes(ConfigureMachine.class))
        .allSatisfy(
            change ->
                assertThat(String.join("\n", change.differences()))
                    .contains("time.example.org")
                    .doesNotContain("v1.35.0"));
    List<String> warned = new CopyOnWriteArrayList<>();
    List<NodeOutcome> outcomes =
        world.talos(talos -> talos.applyMachineConfigs(OPTIONS, warnings(warned)));

    assertThat(outcomes).extracting(NodeOutcome::ending).containsOnly(Ending.CHANGED);
    assertThat(config("cp-1")).contains("time.example.org").doesNotContain("v1.35.0");
    assertThat(config("worker-1")).contains("time.example.org").doesNotContain("v1.35.0");
    assertThat(warned)
        .containsOnly(
            "runs Kubernetes v1.34.0, but the files say Kubernetes v1.35.0. No task changes a"
                + " version yet: what runs goes on running.");
    Plan after = world.plan();
    assertThat(after.changes()).isEmpty();
    assertThat(after.differs()).isTrue();
    assertThat(after.unchanged()).isEmpty();
    assertThat(PlanText.render(after, false))
        .endsWith("Nothing to do, but nodes run other versions than the files say.\n");
    assertThat(world.talos(talos -> talos.bootstrap(OPTIONS, TalosLog.SILENT)).nodes())
        .extracting(NodeOutcome::ending)
        .containsOnly(Ending.UNCHANGED);
  }

  @Test
  void thePlanNamesTheUpgradesInOrderAndWhatTheyWouldTakeAway() {
    world
        .cluster
        .talos("1.14.1")
        .kubernetes("1.37.0")
        .cluster(
            """
            machine_patches:
              control_plane:
                - cluster:
                    scheduler:
                      extraArgs:
                        feature-gates: GangScheduling=true
            """);

    Plan plan = world.plan();

    assertThat(finding(plan, PlanFinding.UPGRADE_WAY).message())
        .isEqualTo(
            "From Talos v1.12.4 with Kubernetes v1.34.0, upgrades in this order lead to the files:"
                + " Talos v1.13.9, then Talos v1.14.1, then Kubernetes 1.35 (its newest patch),"
                + " then Kubernetes 1.36 (its newest patch), then Kubernetes v1.37.0.");
    assertThat(finding(plan, PlanFinding.UPGRADE_REMOVES).message())
        .contains("kube-scheduler: feature gate GangScheduling, gone with Kubernetes 1.37");
    assertThat(plan.changes(CreateVm.class)).isEmpty();
  }

  @Test
  void aStepBackHasNoWay() {
    world.cluster.talos("1.11.6");

    assertThat(finding(world.plan(), PlanFinding.UPGRADE_REFUSED).message())
        .startsWith("Talos is not taken back from v1.12.4 to v1.11.6");
  }

  private static Finding finding(Plan plan, PlanFinding kind) {
    return plan.findings().findings().stream()
        .filter(finding -> finding.code().equals(kind.code()))
        .findFirst()
        .orElseThrow();
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
  void imagesThatPatchesPinWaitTooUnlessTheVersionIsTheSame() {
    world.cluster.cluster(
        """
        machine_patches:
          all:
            - machine:
                kubelet:
                  image: registry.example.org:5000/kubelet:v1.35.1
                install:
                  image: registry.example.org/nocloud-installer/%s:v1.13.2
          control_plane:
            - cluster:
                apiServer:
                  image: registry.example.org:5000/kube-apiserver:v1.35.1
                scheduler:
                  image: registry.example.org:5000/kube-scheduler:v1.34.0
                controllerManager:
                  image:
                    $patch: delete
        """
            .formatted(schematic()));

    Plan plan = world.plan();

    assertThat(plan.versions().get(0).differences())
        .contains(
            new VersionDifference("kubelet", "v1.34.0", "v1.35.1"),
            new VersionDifference("kube-apiserver", "v1.34.0", "v1.35.1"),
            new VersionDifference("installer", "v1.12.4", "v1.13.2"))
        .extracting(VersionDifference::subject)
        .doesNotContain("kube-scheduler");
    assertThat(apply()).extracting(NodeOutcome::ending).containsOnly(Ending.CHANGED);
    assertThat(config("cp-1"))
        .doesNotContain("v1.35.1", "v1.13.2")
        .contains(
            "image: registry.k8s.io/kube-apiserver:v1.34.0",
            "image: registry.k8s.io/kube-controller-manager:v1.34.0",
            "image: registry.example.org:5000/kube-scheduler:v1.34.0",
            "image: registry.example.org/nocloud-installer/" + schematic() + ":v1.12.4");
    assertThat(world.plan().changes()).isEmpty();
  }

  @Test
  void whatSomebodyRaisedByHandIsNotTakenBack() {
    configure("cp-1", text -> text.replace("v1.34.0", "v1.35.0"));

    assertThat(differing(world.plan()))
        .extracting(Finding::message)
        .containsExactly(
            "Node cp-1 runs Kubernetes v1.35.0, but the files say Kubernetes v1.34.0.");
    assertThat(apply()).extracting(NodeOutcome::ending).containsOnly(Ending.UNCHANGED);
    assertThat(config("cp-1")).contains("v1.35.0").doesNotContain("v1.34.0");
  }

  @Test
  void everyNodeIsConfiguredForTheTalosThatItRuns() {
    world.cluster.talos("1.13.2");
    upgrade("cp-1", "v1.13.2");
    world.cluster.cluster("ntp_servers: [time.example.org]\n");

    Plan plan = world.plan();

    assertThat(differing(plan))
        .extracting(Finding::message)
        .containsExactly("Node worker-1 runs Talos v1.12.4, but the files say Talos v1.13.2.");
    assertThat(plan.changes(ConfigureMachine.class)).hasSize(2);
    assertThat(apply()).extracting(NodeOutcome::ending).containsOnly(Ending.CHANGED);
    assertThat(config("cp-1")).contains("installer/" + schematic() + ":v1.13.2");
    assertThat(config("worker-1")).contains("installer/" + schematic() + ":v1.12.4");
    assertThat(world.plan().changes()).isEmpty();
  }

  @Test
  void filesOfANewerTalosDoNotReachANodeOfAnOlderOne() {
    end();
    world = new TalosWorld("1.11.6", 1, 1);
    world.cluster.kubernetes("1.34.0");
    world.provisioned();
    world.talos(talos -> talos.bootstrap(OPTIONS, TalosLog.SILENT));
    world.cluster.talos("1.12.4").cluster("ntp_servers: [time.example.org]\n");

    assertThat(world.plan().changes(ConfigureMachine.class)).hasSize(2);
    assertThat(apply()).extracting(NodeOutcome::ending).containsOnly(Ending.CHANGED);
    assertThat(config("cp-1")).contains("time.example.org").doesNotContain("HostnameConfig");
  }

  @Test
  void anotherSchematicIsShownAndTheInstallerStays() {
    world.cluster.cluster("talos_schematic_id: " + "ab".repeat(32) + "\n");

    Plan plan = world.plan();

    assertThat(plan.changes()).isEmpty();
    assertThat(plan.versions().get(0).differences())
        .containsExactly(new VersionDifference("schematic", schematic(), "ab".repeat(32)));
    assertThat(PlanJson.render(plan))
        .contains("\"versions\" : [ {", "\"talos\" : \"v1.12.4\"", "\"subject\" : \"schematic\"");
  }

  @Test
  void aNodeWhoseVersionNobodyCanReadIsLeftAloneAndTheOthersAreNot() {
    upgrade("worker-1", "v1.12.main");
    world.cluster.cluster("ntp_servers: [time.example.org]\n");

    Plan plan = world.plan();

    assertThat(plan.findings().withCode("TF-VERSIONS-UNREAD"))
        .extracting(Finding::message)
        .containsExactly(
            "Nothing is planned inside node worker-1: it is not known which versions it runs: it"
                + " says that it runs Talos 'v1.12.main', which is no version.");
    assertThat(plan.changes(ConfigureMachine.class))
        .extracting(change -> change.node().value())
        .containsExactly("cp-1");
    assertThat(apply())
        .extracting(NodeOutcome::ending)
        .containsExactly(Ending.CHANGED, Ending.LEFT_ALONE);
    assertThat(config("worker-1")).doesNotContain("time.example.org");
  }

  @Test
  void newNodesGetWhatTheControlPlanesRun() {
    world.cluster.talos("1.13.2").kubernetes("1.35.0").nodes(nodes(2));

    Plan plan = provision();

    assertThat(plan.findings().withCode("TF-VERSION-OF-NEW-NODES"))
        .extracting(Finding::message)
        .containsExactly(
            "worker-2: made with Talos v1.12.4, as the control planes run it, and not with v1.13.2"
                + " as the files say.");
    assertThat(world.cluster.templates()).noneMatch(template -> template.contains("v1.13.2"));
    world.talos(talos -> talos.bootstrap(OPTIONS, TalosLog.SILENT));
    String tag = onMachine("worker-2", machine -> machine.version().tag());
    assertThat(tag).isEqualTo("v1.12.4");
    assertThat(config("worker-2")).contains("kubelet:v1.34.0", ":v1.12.4").doesNotContain("1.35");
    assertThat(differing(world.plan()))
        .extracting(Finding::message)
        .containsExactly(
            "Nodes cp-1, worker-1, worker-2 run Talos v1.12.4 and Kubernetes v1.34.0, but the files"
                + " say Talos v1.13.2 and Kubernetes v1.35.0.");
  }

  @Test
  void nothingJoinsWhileNoControlPlaneSaysWhatRuns() {
    world.cluster.nodes(nodes(2));
    Plan unused = provision();
    world.trouble("cp-1", Troubles.Trouble.CUT_OFF, true);
    world.cluster.nodes(nodes(3)).talos("1.13.2").kubernetes("1.35.0");

    Plan plan = provision();

    assertThat(plan.changes(CreateVm.class)).isEmpty();
    assertThat(plan.findings().withCode("TF-VERSIONS-UNREAD"))
        .extracting(Finding::message)
        .singleElement()
        .asString()
        .startsWith("No VM is made for worker-3: no control plane says which versions");
    TalosOptions onlyTheNew = OPTIONS.withNodes(new NodeSelection(List.of("worker-2"), List.of()));
    assertThat(apply(onlyTheNew))
        .extracting(NodeOutcome::ending)
        .containsExactly(Ending.LEFT_ALONE);
    world.trouble("cp-1", Troubles.Trouble.CUT_OFF, false);
    assertThat(apply(onlyTheNew))
        .extracting(NodeOutcome::ending)
        .containsExactly(Ending.CONFIGURED);
  }

  @Test
  void aClusterThatIsHalfMadeDoesNotGetTwoVersions() {
    end();
    world = new TalosWorld("1.12.4", 2, 0);
    world.cluster.kubernetes("1.34.0");
    world.provisioned();
    TalosOptions one = OPTIONS.withNodes(new NodeSelection(List.of("cp-2"), List.of()));
    assertThat(apply(one)).extracting(NodeOutcome::ending).containsExactly(Ending.CONFIGURED);
    world.cluster.kubernetes("1.35.0");

    world.talos(talos -> talos.bootstrap(OPTIONS, TalosLog.SILENT));

    assertThat(config("cp-1")).contains("kube-apiserver:v1.34.0").doesNotContain("1.35");
    assertThat(differing(world.plan())).hasSize(1);
  }

  private static String nodes(int workers) {
    return """
    pools:
      - name: cp
        role: controlplane
        count: 1
        vm_memory: 4096
      - name: worker
        count: %d
        vm_memory: 2048
    """
        .formatted(workers);
  }

  private Plan provision() {
    try (ClusterSession session = world.cluster.session()) {
      TalosSession unused = HurriedSessions.talos(session, TalosWorld.SECRETS, world.dialer());
      Plan plan = session.plan(NodeSelection.all(), false);
      assertThat(plan.isBlocked()).as(plan.findings().render()).isFalse();
      assertThat(session.apply(plan, ApplyOptions.defaults(), ApplyLog.SILENT).complete()).isTrue();
      return plan;
    }
  }

  private String schematic() {
    return world.plan().versions().get(0).runs().schematic().orElseThrow().value();
  }

  private void configure(String node, UnaryOperator<String> change) {
    onMachine(
        node,
        machine -> {
          String now = machine.machineConfig().orElseThrow();
          return machine.applyConfiguration(change.apply(now), ApplyMode.NO_REBOOT);
        });
  }

  private void upgrade(String node, String version) {
    onMachine(
        node,
        machine -> {
          machine.upgrade(
              "factory.talos.dev/nocloud-installer/" + schematic() + ":" + version, said -> {});
          return version;
        });
    boolean up = false;
    while (!up) {
      up = runs(node, version);
    }
  }

  /** While a machine goes down, calls fail. */
  private boolean runs(String node, String version) {
    try {
      return world.talos(TalosSession::status).stream()
              .filter(seen -> seen.name().value().equals(node))
              .allMatch(seen -> seen.sighting().isRunning())
          && onMachine(node, machine -> machine.version().tag()).equals(version);
    } catch (TalosException e) {
      return false;
    }
  }

  private <A> A onMachine(String node, Function<TalosNode, A> work) {
    String address =
        world.talos(
            talos ->
                talos.status().stream()
                    .filter(seen -> seen.name().value().equals(node))
                    .findFirst()
                    .orElseThrow()
                    .place()
                    .endpoint()
                    .orElseThrow()
                    .host());
    try (TalosClient client = world.client();
        TalosNode machine = client.node(TalosEndpoint.of(address))) {
      return work.apply(machine);
    }
  }
}
