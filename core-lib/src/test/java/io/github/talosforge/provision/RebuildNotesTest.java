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
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.observe.Observer;
import io.github.talosforge.observe.OwnedCluster;
import io.github.talosforge.plan.ChangeConfiguration;
import io.github.talosforge.plan.CreateVm;
import io.github.talosforge.plan.NodeSelection;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.plan.PlanText;
import io.github.talosforge.plan.VersionNotes;
import io.github.talosforge.proxmox.ProxmoxClient;
import io.github.talosforge.simulator.fault.CallPattern;
import io.github.talosforge.simulator.fault.FaultRule;
import io.github.talosforge.simulator.fault.Occurrence;
import io.github.talosforge.simulator.inspect.VmState;
import io.github.talosforge.versions.NodeVersions;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** What the only node ran is kept in the notes of its data VM while it has no VM. */
class RebuildNotesTest {
  private static final TalosOptions OPTIONS = TalosOptions.defaults();
  private static final int DATA_VM = 20000;
  private static final String CP =
      "  - {name: cp-1, controller: true, proxmox_node: pve1, memory: 4096, vm_id: 2000,"
          + " address: 192.168.22.10}\n";

  /** One node with Talos 1.12.4 and Kubernetes 1.34.0, whose files want newer ones by now. */
  private static TalosWorld running() {
    SimulatedCluster cluster =
        SimulatedCluster.start()
            .talos("1.12.4")
            .kubernetes("1.34.0")
            .cluster(DataVmTest.DATA)
            .nodes("nodes:\n" + CP);
    TalosWorld world = new TalosWorld(cluster).provisioned();
    world.talos(talos -> talos.bootstrap(OPTIONS, TalosLog.SILENT));
    cluster.talos("1.13.2").kubernetes("1.35.0");
    return world;
  }

  /** Its rebuild ends when its VM is gone: nothing is sent after the DELETE. */
  static TalosWorld killedInARebuild() {
    TalosWorld world = killedAt("POST", "/nodes/{node}/qemu/{vmid}/clone");
    assertThat(world.simulator.inspect().vm(2000)).isEmpty();
    return world;
  }

  private static TalosWorld killedAt(String method, String path) {
    TalosWorld world = running();
    world
        .simulator
        .faults()
        .add(
            FaultRule.on(CallPattern.of(method, path))
                .occurrence(new Occurrence(1, Integer.MAX_VALUE, 1))
                .failsBefore(500, "the run is dead"));
    try (ClusterSession session = world.cluster.session()) {
      TalosSession unused = HurriedSessions.talos(session, TalosWorld.SECRETS, world.dialer());
      Plan plan = rebuild(session);
      assertThat(session.apply(plan, ApplyOptions.defaults(), ApplyLog.SILENT).complete())
          .isFalse();
    }
    world.simulator.faults().clear();
    return world;
  }

  private static Plan rebuild(ClusterSession session) {
    return session.planRebuild(new NodeSelection(List.of("cp-1"), List.of()), false);
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

  private static String notes(TalosWorld world) {
    VmState vm = world.simulator.inspect().vm(DATA_VM).orElseThrow();
    return vm.config().getOrDefault("description", "");
  }

  static void edit(TalosWorld world, String from, String to) {
    world.cluster.edit(
        DATA_VM,
        vm ->
            vm.config()
                .computeIfPresent("description", (key, text) -> text.replaceFirst(from, to)));
  }

  private static List<String> messages(Plan plan, String code) {
    return plan.findings().withCode(code).stream().map(Finding::message).toList();
  }

  private static String templates(TalosWorld world) {
    return String.join("\n", world.cluster.templates());
  }

  @Test
  void theNextRunFollowsTheNotesAndTakesThemAwayWhenTheNodeSaysItItself() {
    try (TalosWorld world = killedInARebuild()) {
      edit(world, "$", "\nAsk Ada.");
      Plan plan = plan(world);

      assertThat(messages(plan, "TF-VERSION-OF-NEW-NODES"))
          .containsExactly(
              "cp-1: made with Talos v1.12.4, as the notes of data VMs say it, and not with v1.13.2"
                  + " as the files say.");
      assertThat(world.cluster.apply(plan).complete()).isTrue();
      world.talos(talos -> talos.bootstrap(OPTIONS, TalosLog.SILENT));

      assertThat(templates(world)).contains("v1.12.4").doesNotContain("v1.13.2");
      assertThat(world.simulator.talos().machine(2000).orElseThrow().config().orElseThrow().text())
          .contains("kube-apiserver:v1.34.0", "kubelet:v1.34.0")
          .doesNotContain("v1.35");
      assertThat(notes(world))
          .startsWith("talosforge: cluster=0123456789abcdef data=cp-1 vm=20000\n")
          .endsWith("\nAsk Ada.")
          .doesNotContain("talosforge: ran");
    }
  }

  /** Nobody can be asked any more, though the VM is still there: a rebuild shut it down. */
  @Test
  void aRebuildGoesOnThatWasKilledWhileTheVmWasOff() {
    try (TalosWorld world = killedAt("DELETE", "/nodes/{node}/qemu/{vmid}")) {
      assertThat(world.simulator.inspect().vm(2000).orElseThrow().running()).isFalse();

      Plan plan = plan(world, RebuildNotesTest::rebuild);

      assertThat(plan.isBlocked()).as(plan.findings().render()).isFalse();
      assertThat(messages(plan, "TF-VERSION-OF-NEW-NODES"))
          .singleElement()
          .asString()
          .startsWith("cp-1: made with Talos v1.12.4, as the notes of data VMs say it");

      edit(world, "talosforge: ran .*", "");
      assertThat(plan(world, RebuildNotesTest::rebuild).findings().withCode("TF-REBUILD-UNREAD"))
          .hasSize(1);
    }
  }

  @Test
  void theyAreWrittenBeforeTheVmGoesAndHoldNoSecret() {
    try (TalosWorld world = running()) {
      Plan plan = plan(world, RebuildNotesTest::rebuild);

      ChangeConfiguration note = plan.changes(ChangeConfiguration.class).get(0);
      assertThat(note.values().get("description"))
          .contains("\ntalosforge: ran talos=v1.12.4 schematic=", "kube-apiserver:v1.34.0");
      assertThat(plan.changes().indexOf(note)).isZero();
      assertThat(
              plan.changes().stream().filter(change -> change.dependencies().contains(note.id())))
          .isNotEmpty();
      assertThat(PlanText.render(plan, false)).contains("talosforge: ran talos=v1.12.4");
    }
  }

  @Test
  void aNodeThatSaysItIsBelievedBeforeOldNotes() {
    try (TalosWorld world = killedInARebuild()) {
      String old = notes(world);
      assertThat(world.cluster.apply(plan(world)).complete()).isTrue();
      world.talos(talos -> talos.bootstrap(OPTIONS, TalosLog.SILENT));
      // A later version of the notes' line, as a backup of the data VM would bring it back.
      world.cluster.edit(
          DATA_VM, vm -> vm.config().put("description", old.replace("1.34", "1.33")));

      Plan plan = plan(world, RebuildNotesTest::rebuild);

      assertThat(plan.changes(ChangeConfiguration.class).get(0).values().get("description"))
          .contains("v1.34.0")
          .doesNotContain("v1.33");
    }
  }

  @Test
  void notesThatSomebodyEditedDecideNothingAndNorDoTheFiles() {
    try (TalosWorld world = killedInARebuild()) {
      edit(world, "talos=v1.12.4", "talos=v1.13.0");

      Plan plan = plan(world);

      assertThat(plan.changes(CreateVm.class)).isEmpty();
      assertThat(messages(plan, "TF-VERSIONS-UNREAD"))
          .singleElement()
          .asString()
          .contains("'talosforge: ran ...' in the notes of VM 20000 on pve1 is not as it was")
          .contains("take it away, and the files decide");

      edit(world, "talosforge: ran .*", "");
      Plan byFiles = plan(world);
      assertThat(byFiles.changes(CreateVm.class)).hasSize(1);
      assertThat(messages(byFiles, "TF-VERSION-OF-NEW-NODES")).isEmpty();
    }
  }

  /** A line that was written for another VM makes the VM a copy, and its notes are one too. */
  @Test
  void notesOfACopySayNothing() {
    try (TalosWorld world = killedInARebuild();
        ProxmoxClient root = world.cluster.root()) {
      assertThat(noted(world, root)).hasSize(1);

      edit(world, " vm=20000", " vm=20009");

      assertThat(noted(world, root)).isEmpty();
    }
  }

  private static List<NodeVersions> noted(TalosWorld world, ProxmoxClient root) {
    ClusterSpec spec = world.cluster.spec();
    return VersionNotes.of(OwnedCluster.of(spec, new Observer(root).observe(spec))).versions();
  }

  @Test
  void whoHasNoSecretsFollowsThemToo() {
    try (TalosWorld world = killedInARebuild();
        ClusterSession session = world.cluster.session()) {
      assertThat(messages(session.plan(NodeSelection.all(), false), "TF-VERSION-OF-NEW-NODES"))
          .hasSize(1);
    }
  }

  /** What was never configured ran nothing that has to be kept. */
  @Test
  void aNodeThatNeverRanIsNotNoted() {
    try (TalosWorld world =
        new TalosWorld(SimulatedCluster.start().cluster(DataVmTest.DATA).nodes("nodes:\n" + CP))
            .provisioned()) {
      assertThat(plan(world, RebuildNotesTest::rebuild).changes(ChangeConfiguration.class))
          .isEmpty();
      List<NodeOutcome> outcomes =
          world.talos(talos -> talos.applyMachineConfigs(OPTIONS, TalosLog.SILENT));
      assertThat(outcomes).extracting(NodeOutcome::ending).containsExactly(Ending.CONFIGURED);
    }
  }
}
