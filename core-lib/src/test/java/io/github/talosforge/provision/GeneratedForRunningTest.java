package io.github.talosforge.provision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.talosforge.TalosSession;
import io.github.talosforge.bootstrap.NodeOutcome;
import io.github.talosforge.bootstrap.NodeOutcome.Ending;
import io.github.talosforge.bootstrap.TalosLog;
import io.github.talosforge.bootstrap.TalosOptions;
import io.github.talosforge.finding.Finding;
import io.github.talosforge.machineconfig.GeneratedConfigs;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.simulator.world.Troubles.Trouble;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A configuration that somebody applies by hand is for what the node runs. */
class GeneratedForRunningTest {
  private static final TalosOptions OPTIONS = TalosOptions.defaults();
  private static final String NEEDS_TALOS_1_12 =
      "machine_patches: {all: [{machine: {install: {grubUseUKICmdline: true}}}]}\n";

  private final TalosWorld world = new TalosWorld("1.12.4", 1, 1);

  @AfterEach
  void end() {
    world.close();
  }

  private void runs(String more) {
    world.cluster.kubernetes("1.34.0").cluster(more);
    world.provisioned();
    world.talos(talos -> talos.bootstrap(OPTIONS, TalosLog.SILENT));
  }

  private GeneratedConfigs generated() {
    return world.talos(TalosSession::generateRunningMachineConfigs);
  }

  private static String yaml(GeneratedConfigs generated, String node) {
    return generated.of(NodeName.of(node)).orElseThrow().yaml();
  }

  private static List<String> messages(GeneratedConfigs generated) {
    return generated.report().findings().stream().map(Finding::message).toList();
  }

  @Test
  void theVersionsThatRunAreWrittenAndTheDifferenceIsSaid() {
    runs("");
    world.cluster.talos("1.13.2").kubernetes("1.35.0");

    GeneratedConfigs generated = generated();

    assertThat(yaml(generated, "cp-1"))
        .contains("kube-apiserver:v1.34.0", ":v1.12.4")
        .doesNotContain("1.35.0", "1.13.2");
    assertThat(yaml(generated, "worker-1")).contains("kubelet:v1.34.0").doesNotContain("1.35.0");
    assertThat(messages(generated))
        .containsExactly(
            "Nodes cp-1, worker-1 run Talos v1.12.4 and Kubernetes v1.34.0, but the files say Talos"
                + " v1.13.2 and Kubernetes v1.35.0.");
  }

  @Test
  void aNodeThatDoesNotAnswerGetsWhatNewNodesGetAndIsNamed() {
    runs("");
    world.cluster.talos("1.13.2").kubernetes("1.35.0");
    world.trouble("worker-1", Trouble.CUT_OFF, true);

    GeneratedConfigs generated = generated();

    assertThat(yaml(generated, "worker-1")).contains("kubelet:v1.34.0").doesNotContain("1.35.0");
    assertThat(messages(generated))
        .hasSize(2)
        .last()
        .asString()
        .startsWith("Nobody knows what worker-1 runs (")
        .endsWith("), so its configuration is for what the control planes run.");
    world.trouble("cp-1", Trouble.CUT_OFF, true);
    assertThat(messages(generated()))
        .hasSize(2)
        .allMatch(words -> words.endsWith("so its configuration is for what the files say."));
  }

  @Test
  void whatIsYetToBeMadeIsAsTheFilesSay() {
    GeneratedConfigs generated = generated();

    assertThat(generated.report().isEmpty()).isTrue();
    assertThat(yaml(generated, "cp-1"))
        .isEqualTo(yaml(world.talos(TalosSession::generateMachineConfigs), "cp-1"));
  }

  @Test
  void patchesHaveToFitWhatRunsAndNotWhatTheFilesSay() {
    runs(NEEDS_TALOS_1_12);
    world.cluster.talos("1.11.6").cluster(NEEDS_TALOS_1_12 + "ntp_servers: [time.example.org]\n");

    assertThat(world.plan().isBlocked()).isFalse();
    List<NodeOutcome> outcomes =
        world.talos(talos -> talos.applyMachineConfigs(OPTIONS, TalosLog.SILENT));
    assertThat(outcomes).extracting(NodeOutcome::ending).containsOnly(Ending.CHANGED);
    world.cluster.cluster("machine_patches: {all: [{machine: {install: {noSuchKey: 1}}}]}\n");
    assertThatThrownBy(world::plan)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("noSuchKey");
  }
}
