package io.github.talosforge.provision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.talosforge.TalosSession;
import io.github.talosforge.bootstrap.NodeOutcome;
import io.github.talosforge.bootstrap.SeenNode;
import io.github.talosforge.bootstrap.TalosLog;
import io.github.talosforge.bootstrap.TalosOptions;
import io.github.talosforge.journal.RunJournal;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.plan.PlanJson;
import io.github.talosforge.proxmox.ClientCounters;
import io.github.talosforge.report.ReportPage;
import io.github.talosforge.talos.ApplyMode;
import io.github.talosforge.talos.TalosClient;
import io.github.talosforge.talos.TalosCounters;
import io.github.talosforge.talos.TalosEndpoint;
import io.github.talosforge.talos.TalosException;
import io.github.talosforge.talos.TalosNode;
import io.github.talosforge.versions.RunningEtcd;
import io.github.talosforge.versions.SystemExtension;
import io.github.talosforge.versions.Trait;
import java.time.Clock;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** A cluster whose nodes run different versions is shown as it is, and no task changes one. */
class TruthTest {
  private static final TalosOptions OPTIONS = TalosOptions.defaults();

  private static SeenNode seen(TalosWorld world, String node) {
    return world.talos(TalosSession::status).stream()
        .filter(each -> each.name().value().equals(node))
        .findFirst()
        .orElseThrow();
  }

  private static <A> A on(TalosWorld world, String node, Function<TalosNode, A> work) {
    TalosEndpoint endpoint = seen(world, node).place().endpoint().orElseThrow();
    try (TalosClient client = world.client();
        TalosNode machine = client.node(endpoint)) {
      return work.apply(machine);
    }
  }

  private static boolean isWell(TalosWorld world, String node, String version) {
    try {
      return seen(world, node).sighting().isWell(Set.of())
          && on(world, node, machine -> machine.version().tag()).equals(version);
    } catch (TalosException e) {
      return false;
    }
  }

  private static void upgrade(TalosWorld world, String node, String schematic, String version) {
    String image = "factory.talos.dev/nocloud-installer/" + schematic + ":" + version;
    String unused =
        on(
            world,
            node,
            machine -> {
              machine.upgrade(image, said -> {});
              return image;
            });
    boolean well = false;
    while (!well) {
      well = isWell(world, node, version);
    }
  }

  private static List<String> of(Plan plan, Trait trait) {
    return plan.versions().stream().map(trait::of).toList();
  }

  @Test
  void threeVersionsAreShownAndPlannedForAndKept() {
    try (TalosWorld world = new TalosWorld("1.12.4", 3, 2)) {
      world.cluster.kubernetes("1.34.0");
      world.provisioned();
      world.talos(talos -> talos.bootstrap(OPTIONS, TalosLog.SILENT));
      String schematic = world.plan().versions().get(0).runs().schematic().orElseThrow().value();
      upgrade(world, "cp-2", schematic, "v1.13.2");
      upgrade(world, "worker-1", schematic, "v1.14.1");
      var unused =
          on(
              world,
              "worker-2",
              machine ->
                  machine.applyConfiguration(
                      machine.machineConfig().orElseThrow().replace("v1.34.0", "v1.33.0"),
                      ApplyMode.NO_REBOOT));

      Plan plan = world.plan();

      assertThat(of(plan, Trait.TALOS))
          .containsExactly("v1.12.4", "v1.13.2", "v1.12.4", "v1.14.1", "v1.12.4");
      assertThat(of(plan, Trait.KUBERNETES))
          .containsExactly("v1.34.0", "v1.34.0", "v1.34.0", "v1.34.0", "v1.33.0");
      assertThat(of(plan, Trait.PLATFORM)).containsOnly("nocloud");
      assertThat(of(plan, Trait.SECURE_BOOT)).containsOnly("no");
      assertThat(of(plan, Trait.BOOT_ID)).doesNotHaveDuplicates().doesNotContain("-");
      assertThat(plan.versions())
          .allSatisfy(
              node ->
                  assertThat(node.system().extensions())
                      .extracting(SystemExtension::name)
                      .containsExactly("qemu-guest-agent"));
      assertThat(plan.etcd().orElseThrow().members())
          .hasSize(3)
          .allSatisfy(
              member -> {
                assertThat(member.hexId()).hasSize(16);
                assertThat(member.data()).isPresent();
                assertThat(member.data().orElseThrow().usedBytes()).isPositive();
                assertThat(member.alarms()).isEmpty();
              })
          .extracting(RunningEtcd.Member::part)
          .containsExactlyInAnyOrder("leader", "follower", "follower");
      assertThat(plan.findings().withCode("TF-VERSION-DIFFERS")).hasSize(3);
      assertThat(plan.findings().withCode("TF-ETCD-UNWELL")).isEmpty();
      assertThat(PlanJson.render(plan))
          .contains("\"secureBoot\" : false", "\"platform\" : \"nocloud\"", "\"lag\" : 0");
      assertThat(page(world, plan)).contains("What runs", "v1.13.2", "v1.14.1", "follower");
      assertThat(on(world, "worker-1", TruthTest::bootIdAsResource)).isNotBlank();
      assertThatThrownBy(() -> on(world, "cp-1", TruthTest::bootIdAsResource))
          .as("no such resource before Talos 1.14")
          .hasMessageContaining("BootIDs.runtime.talos.dev");
      List<NodeOutcome> outcomes =
          world.talos(talos -> talos.applyMachineConfigs(OPTIONS, TalosLog.SILENT));
      assertThat(outcomes).hasSize(5);
      Plan after = world.plan();
      for (Trait trait : Trait.values()) {
        assertThat(of(after, trait)).as(trait.title()).isEqualTo(of(plan, trait));
      }
    }
  }

  private static String bootIdAsResource(TalosNode machine) {
    return machine
        .resource("runtime", "BootIDs.runtime.talos.dev", "boot-id")
        .map(found -> found.yaml().replace("bootID: ", "").strip())
        .orElse("");
  }

  private static String page(TalosWorld world, Plan plan) {
    RunJournal journal =
        new RunJournal(world.cluster.spec(), Clock.systemUTC(), UnaryOperator.identity());
    journal.planned(plan);
    return ReportPage.render(
        journal.report(new ClientCounters(0, 0, 0, 0, 0), new TalosCounters(0, 0, 0)));
  }
}
