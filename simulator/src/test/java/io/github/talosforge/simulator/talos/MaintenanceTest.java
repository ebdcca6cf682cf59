package io.github.talosforge.simulator.talos;

import static io.github.talosforge.simulator.talos.TalosLab.failure;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Empty;
import io.github.talosforge.simulator.talos.protocol.machine.ApplyConfigurationRequest;
import io.github.talosforge.simulator.talos.protocol.machine.MachineServiceGrpc;
import io.github.talosforge.simulator.talos.protocol.machine.ResetRequest;
import io.github.talosforge.simulator.talos.protocol.storage.StorageServiceGrpc;
import io.grpc.Channel;
import io.grpc.Status;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A node that waits for its config. */
class MaintenanceTest {
  private static final String STATUS = "MachineStatuses.runtime.talos.dev";

  @ParameterizedTest
  @ValueSource(strings = {"v1.9.6", "v1.10.9", "v1.11.6", "v1.12.11", "v1.13.9"})
  void startedVmWaitsInMaintenanceModeAtItsCloudInitAddress(String version) {
    try (TalosLab lab = TalosLab.start(version).vm(100, "cp-1", "192.168.7.10")) {
      Channel channel = lab.insecureChannel("192.168.7.10");
      assertThat(lab.get(channel, "runtime", STATUS, "machine"))
          .contains("stage: maintenance")
          .contains("ready: true");
      assertThat(
              StorageServiceGrpc.newBlockingStub(channel)
                  .disks(Empty.getDefaultInstance())
                  .getMessages(0)
                  .getDisks(0))
          .satisfies(
              disk -> {
                assertThat(disk.getDeviceName()).isEqualTo("/dev/sda");
                assertThat(disk.getSize()).isEqualTo(20L << 30);
                assertThat(disk.getSystemDisk()).isTrue();
              });
    }
  }

  @Test
  void maintenanceBefore113KnowsFewCalls() {
    try (TalosLab lab = TalosLab.start("v1.12.11").vm(100, "cp-1", "192.168.7.10")) {
      var node = lab.insecure("192.168.7.10");
      Status version = failure(() -> node.version(Empty.getDefaultInstance()));
      assertThat(version.getCode()).isEqualTo(Status.Code.UNIMPLEMENTED);
      assertThat(version.getDescription()).isEqualTo("API is not implemented in maintenance mode");
      assertThat(failure(() -> node.serviceList(Empty.getDefaultInstance())).getCode())
          .isEqualTo(Status.Code.UNIMPLEMENTED);
      Status staged =
          failure(
              () ->
                  node.applyConfiguration(
                      ApplyConfigurationRequest.newBuilder()
                          .setMode(ApplyConfigurationRequest.Mode.STAGED)
                          .build()));
      assertThat(staged.getDescription())
          .isEqualTo("apply configuration --mode='staged' is not supported in maintenance mode");
    }
  }

  @Test
  void maintenanceSince113IsTheOrdinaryApiForReaders() {
    try (TalosLab lab = TalosLab.start("v1.13.9").vm(100, "cp-1", "192.168.7.10")) {
      var node = lab.insecure("192.168.7.10");
      assertThat(node.version(Empty.getDefaultInstance()).getMessages(0).getVersion().getTag())
          .isEqualTo("v1.13.9");
      assertThat(node.serviceList(Empty.getDefaultInstance()).getMessages(0).getServicesList())
          .isNotEmpty();
      assertThat(failure(() -> node.reset(ResetRequest.getDefaultInstance())).getCode())
          .isEqualTo(Status.Code.PERMISSION_DENIED);
    }
  }

  @Test
  void certificateOfMaintenanceModeHasTheFingerprintOfTheConsole() {
    try (TalosLab lab = TalosLab.start("v1.12.11").vm(100, "cp-1", "192.168.7.10")) {
      assertThat(lab.simulator.talos().console(100))
          .anySatisfy(line -> assertThat(line).contains("fingerprint "));
      assertThat(Handshake.with(lab.socket("192.168.7.10")).publicKeyFingerprint())
          .satisfies(
              fingerprint ->
                  assertThat(lab.simulator.talos().console(100))
                      .anySatisfy(line -> assertThat(line).endsWith(fingerprint)));
    }
  }

  @Test
  void withoutCloudInitTheAddressComesFromDhcp() {
    try (TalosLab lab = TalosLab.start("v1.12.11")) {
      lab.vm(
          100,
          "cp-1",
          "192.168.7.10",
          Map.of("ide2", "none,media=cdrom", "net0", "virtio=BC:24:11:00:00:01,bridge=vmbr0"));
      assertThat(lab.simulator.talos().loopback("192.168.7.10", 50000)).isEmpty();
      String leased = lab.simulator.talos().addresses(100).get(0);
      assertThat(leased).startsWith("192.168.1.");
      assertThat(lab.simulator.talos().loopback(leased, 50000)).isPresent();
    }
  }

  @Test
  void addressInsideOf127IsBoundDirectly() {
    try (TalosLab lab = TalosLab.start("v1.12.11").vm(100, "cp-1", "127.77.0.10")) {
      assertThat(lab.socket("127.77.0.10").toString()).isEqualTo("/127.77.0.10:50000");
    }
  }

  @Test
  void stoppedVmAnswersNobody() {
    try (TalosLab lab = TalosLab.start("v1.12.11").vm(100, "cp-1", "192.168.7.10")) {
      MachineServiceGrpc.MachineServiceBlockingStub node = lab.insecure("192.168.7.10");
      lab.stop(100);
      assertThat(lab.simulator.talos().loopback("192.168.7.10", 50000)).isEmpty();
      assertThat(failure(() -> node.version(Empty.getDefaultInstance())).getCode())
          .isEqualTo(Status.Code.UNAVAILABLE);
    }
  }
}
