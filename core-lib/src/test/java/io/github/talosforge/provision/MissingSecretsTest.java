package io.github.talosforge.provision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.talosforge.ClusterSession;
import io.github.talosforge.HurriedSessions;
import io.github.talosforge.bootstrap.TalosLog;
import io.github.talosforge.bootstrap.TalosOptions;
import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.plan.NodeSelection;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.proxmox.ProxmoxClient;
import io.github.talosforge.proxmox.TaskResult;
import io.github.talosforge.secrets.Secrets;
import io.github.talosforge.secrets.SecretsBundle;
import io.github.talosforge.secrets.SecretsException;
import io.github.talosforge.secrets.SecretsFile;
import io.github.talosforge.secrets.sops.SopsEnvironment;
import io.github.talosforge.simulator.inspect.VmState;
import io.github.talosforge.simulator.world.Troubles.Trouble;
import io.github.talosforge.talos.TalosConnection;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** New secrets are made only for machines that are proved to have none. */
class MissingSecretsTest {
  private static final TalosOptions HASTY = TalosOptions.defaults().withPatience(Duration.ZERO);
  private static final TalosOptions PATIENT =
      TalosOptions.defaults().withPatience(Duration.ofMinutes(5));

  @TempDir Path folder;

  private SecretsFile file() {
    return SecretsFile.at(
        folder.resolve("secrets.yaml"), new SopsEnvironment(Map.of(), folder, "Linux"));
  }

  private SecretsBundle obtain(TalosWorld world, TalosOptions options) {
    try (ClusterSession session = world.cluster.session()) {
      return HurriedSessions.obtainSecrets(session, file(), world.dialer(), options);
    }
  }

  private void isRefused(TalosWorld world, String... words) {
    assertThatThrownBy(() -> obtain(world, HASTY))
        .isInstanceOf(SecretsException.class)
        .hasMessageContaining("is missing, but the cluster has machines that new secrets")
        .hasMessageContaining("Nothing was written. Put the file back at " + folder)
        .hasMessageContaining("git log --all -- secrets.yaml")
        .hasMessageContainingAll(words);
    assertThat(folder).isEmptyDirectory();
  }

  private List<NodeName> holders(TalosWorld world) {
    try (ClusterSession session = world.cluster.session()) {
      return session
          .secrets(file(), HurriedSessions.patiently(world.dialer()))
          .either(
              bundle -> List.of(),
              missing -> missing.holders().stream().map(Secrets.Holder::node).toList());
    }
  }

  /** A slow machine is silent only if it had the time that whoever asks gives it. */
  @Test
  void machinesHaveTheTimeThatTheyAreGiven() {
    try (TalosWorld world = new TalosWorld("1.12.4", 1, 1).provisioned();
        ClusterSession session = world.cluster.session()) {
      TalosConnection patient = HurriedSessions.patiently(world.dialer());
      TalosConnection hasty = patient.withTimeouts(patient.connectTimeout(), Duration.ofNanos(1));

      assertThat(session.unconfigured(patient)).hasSize(2);
      assertThat(session.unconfigured(hasty)).isEmpty();
    }
  }

  private static void bootstrapped(TalosWorld world) {
    assertThat(world.talos(talos -> talos.bootstrap(PATIENT, TalosLog.SILENT)).health().healthy())
        .isTrue();
  }

  @Test
  void aNewClusterGetsThemBeforeAndAfterItsVmsAreMade() {
    try (TalosWorld world = new TalosWorld("1.12.4", 1, 1)) {
      assertThat(holders(world)).isEmpty();
      world.provisioned();

      SecretsBundle made = obtain(world, PATIENT);

      assertThat(file().read()).isEqualTo(made);
      assertThat(obtain(world, HASTY)).isEqualTo(made);
    }
  }

  @Test
  void aLivingClusterGetsNoneAlthoughANodeIsNew() {
    try (TalosWorld world = new TalosWorld("1.12.4", 1, 1).provisioned()) {
      bootstrapped(world);
      world.cluster.nodes(
          """
          pools:
            - {name: cp, role: controlplane, count: 1, vm_memory: 4096}
            - {name: worker, count: 2, vm_memory: 2048}
          """);
      world.provisioned();

      isRefused(world, "cp-1: runs at ", "worker-1: runs at ", "with a configuration");
      assertThat(holders(world)).containsExactly(NodeName.of("cp-1"), NodeName.of("worker-1"));
    }
  }

  @Test
  void aNodeThatTheFilesNoLongerNameCounts() {
    try (TalosWorld world = new TalosWorld("1.12.4", 1, 1).provisioned()) {
      bootstrapped(world);
      world.cluster.nodes("nodes: [{name: other, controller: true}]\n");

      isRefused(world, "cp-1: runs at ", "worker-1: runs at ");
    }
  }

  /**
   * What a killed rebuild leaves: no VM, but the node's data, and on it the note of what it ran.
   */
  @Test
  void aNodeWhoseRebuildWasKilledCounts() {
    try (TalosWorld world = RebuildNotesTest.killedInARebuild()) {
      isRefused(
          world,
          "cp-1: a rebuild did not end, and the notes of VM 20000 on pve1 say what",
          "take the line 'talosforge: ran ...' out of them");
      assertThat(holders(world)).containsExactly(NodeName.of("cp-1"));

      RebuildNotesTest.edit(world, "talosforge: ran .*", "");
      assertThat(holders(world)).isEmpty();
    }
  }

  @Test
  void aMachineThatIsSilentMightHaveThem() {
    try (TalosWorld world = new TalosWorld("1.12.4", 1, 1).provisioned()) {
      world.trouble("worker-1", Trouble.NEVER_BOOTS, true);
      world.trouble("worker-1", Trouble.REBOOTS, true);

      isRefused(world, "worker-1: ");
    }
  }

  @Test
  void aMachineThatStandsStillMightHaveThem() {
    try (TalosWorld world = new TalosWorld("1.12.4", 1, 1).provisioned()) {
      bootstrapped(world);
      for (String node : List.of("cp-1", "worker-1")) {
        stop(world, node);
      }

      isRefused(world, "cp-1: VM 2000 does not run", "worker-1: VM ");
    }
  }

  /** Without a drive for it, a node never got a CD; with an empty one, it had one. */
  @Test
  void aVmThatWaitsForItsFirstCdHasNoneAndOneThatHadACdMight() {
    try (TalosWorld world = CdWorlds.world("").provisioned()) {
      assertThat(holders(world)).isEmpty();
      assertThat(CdWorlds.bootstrap(world).health().healthy()).isTrue();
      stop(world, "worker-1");

      isRefused(world, "cp-1: runs at ", "worker-1: VM ");
    }
  }

  private static void stop(TalosWorld world, String node) {
    try (ProxmoxClient root = world.cluster.root()) {
      VmState vm = world.simulator.inspect().vms().get(world.vm(node));
      TaskResult unused = root.vm(vm.host(), vm.id()).stop(() -> {}).await(Duration.ofMinutes(10));
    }
  }

  @Test
  void aMachineOnAHostThatIsDownMightHaveThem() {
    try (TalosWorld world = new TalosWorld("1.12.4", 1, 0).provisioned()) {
      bootstrapped(world);
      String host = world.simulator.inspect().vms().get(world.vm("cp-1")).host();
      world.simulator.interventions().host(host, false);

      isRefused(world, "is down: bring that back");
    }
  }

  /** Backups under other ids, and old ones that lost their tags, run the cluster all the same. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "talosforge: cluster=0123456789abcdef node=NODE vm=8000",
        "talosforge: cluster=0123456789abcdef node=NODE"
      })
  void aVmThatIsNoProvenNodeMightHaveThem(String mark) {
    try (TalosWorld world = new TalosWorld("1.12.4", 1, 0).provisioned()) {
      bootstrapped(world);
      int id = world.vm("cp-1");
      world.cluster.edit(
          id,
          vm -> {
            vm.config().remove("tags");
            vm.config().put("smbios1", "uuid=11111111-2222-4333-8444-555555555555");
            vm.config().put("description", mark.replace("NODE", "cp-1"));
          });

      isRefused(world, "vm-" + id + ": runs at ", "with a configuration");

      stop(world, "cp-1");
      isRefused(world, "vm-" + id + ": VM " + id + " on ", " does not run");
    }
  }

  @Test
  void theClusterUnderItsFormerNameHasThemWithItsHostUpAndDown() {
    try (TalosWorld world = new TalosWorld("1.12.4", 1, 0).provisioned()) {
      bootstrapped(world);
      int id = world.vm("cp-1");
      String host = world.simulator.inspect().vms().get(id).host();
      world
          .cluster
          .named("lab", "0123456789abcdef")
          .nodes("nodes: [{name: lab-cp-1, controller: true}]\n");

      isRefused(world, "cp-1: runs at ", "with a configuration");

      world.simulator.interventions().host(host, false);
      isRefused(world, "vm-" + id + ": VM " + id + " on " + host, "is down: bring that back");
    }
  }

  @Test
  void thePlanWarns() {
    try (TalosWorld world = new TalosWorld("1.12.4", 1, 0)) {
      assertThat(warned(world).findings().withCode("TF-SECRETS-MISSING")).isEmpty();
      world.provisioned();
      bootstrapped(world);

      Plan plan = warned(world);

      assertThat(plan.isBlocked()).isFalse();
      assertThat(plan.findings().withCode("TF-SECRETS-MISSING"))
          .singleElement()
          .satisfies(
              finding -> {
                assertThat(finding.severity()).isEqualTo(Severity.WARNING);
                assertThat(finding.message()).contains("cp-1: runs at ");
                assertThat(finding.suggestion()).contains("Git's history");
              });
    }
  }

  private Plan warned(TalosWorld world) {
    try (ClusterSession session = world.cluster.session()) {
      Plan vms = session.plan(NodeSelection.all(), false);
      return session
          .secrets(file(), HurriedSessions.patiently(world.dialer()))
          .either(bundle -> vms, missing -> session.without(vms, missing));
    }
  }
}
