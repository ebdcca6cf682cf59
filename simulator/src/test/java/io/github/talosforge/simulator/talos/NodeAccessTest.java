package io.github.talosforge.simulator.talos;

import static io.github.talosforge.simulator.talos.TalosLab.failure;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Empty;
import io.github.talosforge.simulator.talos.protocol.cosi.resource.WatchResponse;
import io.github.talosforge.simulator.talos.protocol.machine.MachineServiceGrpc.MachineServiceBlockingStub;
import io.github.talosforge.simulator.talos.protocol.machine.RebootRequest;
import io.github.talosforge.simulator.talos.protocol.machine.ResetRequest;
import io.github.talosforge.simulator.talos.protocol.machine.Version;
import io.grpc.Channel;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.stub.MetadataUtils;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Who may do what, and where a call ends up. */
class NodeAccessTest {
  private static TalosLab lab;

  @BeforeAll
  static void start() {
    lab = TalosLab.cluster("v1.12.11");
  }

  @AfterAll
  static void stop() {
    lab.close();
  }

  private static MachineServiceBlockingStub routed(
      MachineServiceBlockingStub stub, String key, String... values) {
    Metadata headers = new Metadata();
    for (String value : values) {
      headers.put(Metadata.Key.of(key, Metadata.ASCII_STRING_MARSHALLER), value);
    }
    return stub.withInterceptors(MetadataUtils.newAttachHeadersInterceptor(headers));
  }

  @Test
  void configuredNodeWantsAClientCertificate() {
    Status status = failure(() -> lab.insecure("192.168.7.10").version(Empty.getDefaultInstance()));
    assertThat(status.getCode()).isEqualTo(Status.Code.UNAVAILABLE);
  }

  @Test
  void certificateOfAnotherCaIsNotLetIn() {
    Channel stranger = lab.secureChannel("192.168.7.10", TestSecrets.create().client("os:admin"));
    assertThat(
            failure(
                    () ->
                        io.github.talosforge.simulator.talos.protocol.machine.MachineServiceGrpc
                            .newBlockingStub(stranger)
                            .version(Empty.getDefaultInstance()))
                .getCode())
        .isEqualTo(Status.Code.UNAVAILABLE);
  }

  /** Clients in Go throw the first answer away: it says that the watch has begun. */
  @Test
  void aWatchBeginsWithAnEmptyAnswer() {
    Channel admin = lab.secureChannel("192.168.7.10", lab.secrets.client("os:admin"));
    List<WatchResponse> answers = lab.watch(admin, "config", "MachineConfigs.config.talos.dev", 2);
    assertThat(answers.get(0).getEventCount()).isZero();
    assertThat(answers.get(1).getEventCount()).isPositive();
  }

  @Test
  void rolesOfTheCertificateDecide() {
    MachineServiceBlockingStub reader = lab.as("os:reader", "192.168.7.12");
    assertThat(reader.version(Empty.getDefaultInstance()).getMessagesCount()).isEqualTo(1);
    assertThat(failure(() -> reader.reset(ResetRequest.getDefaultInstance())).getCode())
        .isEqualTo(Status.Code.PERMISSION_DENIED);
    assertThat(failure(() -> reader.reboot(RebootRequest.getDefaultInstance())).getCode())
        .isEqualTo(Status.Code.PERMISSION_DENIED);
    MachineServiceBlockingStub operator = lab.as("os:operator", "192.168.7.12");
    assertThat(failure(() -> operator.kubeconfig(Empty.getDefaultInstance()).next()).getCode())
        .isEqualTo(Status.Code.PERMISSION_DENIED);
  }

  @Test
  void machineConfigIsForAdministrators() {
    Channel reader = lab.secureChannel("192.168.7.10", lab.secrets.client("os:reader"));
    assertThat(
            failure(() -> lab.get(reader, "config", "MachineConfigs.config.talos.dev", "v1alpha1"))
                .getCode())
        .isEqualTo(Status.Code.PERMISSION_DENIED);
    Channel admin = lab.secureChannel("192.168.7.10", lab.secrets.client("os:admin"));
    assertThat(lab.get(admin, "config", "MachineConfigs.config.talos.dev", "v1alpha1"))
        .contains("clusterName: lab");
    assertThat(failure(() -> lab.get(admin, "runtime", "Nothing.talos.dev", "x")).getCode())
        .isEqualTo(Status.Code.PERMISSION_DENIED);
    assertThat(
            failure(() -> lab.get(admin, "runtime", "MachineStatuses.runtime.talos.dev", "other"))
                .getCode())
        .isEqualTo(Status.Code.NOT_FOUND);
  }

  @Test
  void controlPlaneHandsACallToOneNode() {
    assertThat(
            routed(lab.admin("192.168.7.10"), "node", "192.168.7.13")
                .hostname(Empty.getDefaultInstance())
                .getMessages(0)
                .getHostname())
        .isEqualTo("w-3");
  }

  @Test
  void controlPlaneAsksSeveralNodesAndNamesWhoFailed() {
    List<Version> answers =
        routed(lab.admin("192.168.7.10"), "nodes", "192.168.7.11", "192.168.7.14", "192.168.7.99")
            .version(Empty.getDefaultInstance())
            .getMessagesList();
    assertThat(answers)
        .extracting(version -> version.getMetadata().getHostname())
        .containsExactlyInAnyOrder("192.168.7.11", "192.168.7.14", "192.168.7.99");
    assertThat(answers)
        .filteredOn(version -> version.getMetadata().getHostname().equals("192.168.7.99"))
        .singleElement()
        .satisfies(
            version -> {
              assertThat(version.getMetadata().getError()).contains("code = Unavailable");
              assertThat(version.getMetadata().getStatus().getCode())
                  .isEqualTo(Status.Code.UNAVAILABLE.value());
              assertThat(version.hasVersion()).isFalse();
            });
    assertThat(answers)
        .filteredOn(version -> version.getMetadata().getError().isEmpty())
        .allMatch(version -> version.getVersion().getTag().equals("v1.12.11"));
  }

  @Test
  void workerForwardsNothingButToItself() {
    Status other =
        failure(
            () ->
                routed(lab.admin("192.168.7.13"), "node", "192.168.7.10")
                    .hostname(Empty.getDefaultInstance()));
    assertThat(other.getCode()).isEqualTo(Status.Code.PERMISSION_DENIED);
    assertThat(other.getDescription()).isEqualTo("no request forwarding");
    assertThat(
            routed(lab.admin("192.168.7.13"), "node", "192.168.7.13")
                .hostname(Empty.getDefaultInstance())
                .getMessages(0)
                .getHostname())
        .isEqualTo("w-3");
  }
}
