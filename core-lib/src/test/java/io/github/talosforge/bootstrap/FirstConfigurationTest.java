package io.github.talosforge.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.talosforge.bootstrap.NodeOutcome.Ending;
import io.github.talosforge.finding.FindingReport;
import io.github.talosforge.machineconfig.GeneratedConfig;
import io.github.talosforge.machineconfig.MachineConfig;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.model.NodeRole;
import io.github.talosforge.model.SmbiosUuid;
import io.github.talosforge.net.Dialer;
import io.github.talosforge.redaction.Redaction;
import io.github.talosforge.talos.FakeTalos;
import io.github.talosforge.talos.TalosClient;
import io.github.talosforge.talos.TalosConnection;
import io.github.talosforge.talos.TestAuthority;
import io.github.talosforge.talos.client.TalosClients;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Which machine gets a configuration: the one that shows the UUID of the node's VM. */
class FirstConfigurationTest {
  private static final SmbiosUuid UUID = SmbiosUuid.of("11111111-2222-3333-4444-555555555555");
  private static final String SYSTEM = "SystemInformations.hardware.talos.dev/systeminformation";
  private static final NodeName WORKER = NodeName.of("worker-1");

  private final TestAuthority authority = new TestAuthority();
  private final List<FakeTalos> machines = new ArrayList<>();
  private final List<NodePlace> places = new ArrayList<>();
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

  private FakeTalos machine(FakeTalos machine) {
    machines.add(machine);
    places.add(NodePlace.at(WORKER, NodeRole.WORKER, machine.endpoint()));
    return machine;
  }

  /** A machine whose VM runs with a UUID that the machine need not show. */
  private FakeTalos known(FakeTalos machine) {
    FakeTalos known = machine(machine);
    places.replaceAll(place -> place.of(UUID));
    return known;
  }

  private List<NodeOutcome> configure() {
    TalosOptions options = TalosOptions.defaults().withPatience(Duration.ofMinutes(1));
    return new TalosFlow(client, () -> places, options, TalosLog.SILENT, pacing)
        .applyMachineConfigs(
            (node, runs) ->
                new GeneratedConfig(
                    Optional.of(
                        new MachineConfig(
                            WORKER, NodeRole.WORKER, "machine: {}", Redaction.opened())),
                    FindingReport.empty(),
                    List.of()));
  }

  @Test
  void theMachineInTheVmIsConfigured() {
    FakeTalos machine = known(FakeTalos.maintenance());
    machine.resource(SYSTEM, "manufacturer: QEMU\nuuid: " + UUID + "\n");

    assertThat(configure()).extracting(NodeOutcome::ending).containsExactly(Ending.CONFIGURED);
    assertThat(machine.heard()).contains("ApplyConfiguration");
    assertThat(pacing.pauses()).isZero();
  }

  @Test
  void aMachineThatTellsItsUuidLaterIsWaitedFor() {
    FakeTalos machine = known(FakeTalos.maintenance());
    pacing.then(() -> {}).then(() -> machine.resource(SYSTEM, "uuid: " + UUID + "\n"));

    assertThat(configure()).extracting(NodeOutcome::ending).containsExactly(Ending.CONFIGURED);
    assertThat(machine.heard()).contains("ApplyConfiguration");
  }

  @Test
  void aMachineThatNeverTellsItsUuidGetsNothing() {
    FakeTalos machine = known(FakeTalos.maintenance());
    machine.resource(SYSTEM, "uuid: \"\"\n");

    assertThatThrownBy(this::configure)
        .isInstanceOf(TalosFlowException.class)
        .hasMessageContaining("worker-1: the machine at 127.0.0.1 does not tell its SMBIOS UUID");
    assertThat(machine.heard()).doesNotContain("ApplyConfiguration");
  }

  @Test
  void aMachineWhoseVmHasNoUuidGetsNothing() {
    FakeTalos machine = machine(FakeTalos.maintenance());
    machine.resource(SYSTEM, "uuid: " + UUID + "\n");

    assertThatThrownBy(this::configure)
        .isInstanceOf(TalosFlowException.class)
        .hasMessageContaining("worker-1: its VM has no SMBIOS UUID in force");
    assertThat(machine.heard()).doesNotContain("ApplyConfiguration");
  }

  @Test
  void anotherMachineOfTheClusterDoesNotGetTheNodesConfiguration() {
    FakeTalos machine = known(FakeTalos.configured(authority));
    machine.resource(SYSTEM, "uuid: 99999999-2222-3333-4444-555555555555\n");

    assertThatThrownBy(this::configure)
        .isInstanceOf(TalosFlowException.class)
        .hasMessageContaining("has the SMBIOS UUID 99999999-2222-3333-4444-555555555555")
        .hasMessageContaining("but the node's VM has " + UUID);
    assertThat(machine.heard()).doesNotContain("ApplyConfiguration");
  }

  /** Its certificate proves that it is of this cluster. */
  @Test
  void aConfiguredMachineThatDoesNotTellItsUuidIsUpdated() {
    FakeTalos machine = known(FakeTalos.configured(authority));

    assertThat(configure()).extracting(NodeOutcome::ending).containsExactly(Ending.CHANGED);
    assertThat(machine.heard()).contains("ApplyConfiguration");
  }
}
