package io.github.talosforge.simulator.talos;

import static io.github.talosforge.simulator.talos.TalosLab.failure;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Duration;
import com.google.protobuf.Empty;
import io.github.talosforge.simulator.talos.protocol.cluster.ClusterServiceGrpc;
import io.github.talosforge.simulator.talos.protocol.cluster.HealthCheckProgress;
import io.github.talosforge.simulator.talos.protocol.cluster.HealthCheckRequest;
import io.github.talosforge.simulator.talos.protocol.machine.BootstrapRequest;
import io.github.talosforge.simulator.talos.protocol.machine.EtcdMember;
import io.github.talosforge.simulator.talos.protocol.machine.EtcdMemberListRequest;
import io.github.talosforge.simulator.talos.protocol.machine.ServiceInfo;
import io.grpc.Status;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** From configs to a cluster. */
class ClusterFormationTest {
  @ParameterizedTest
  @ValueSource(strings = {"v1.9.6", "v1.12.11", "v1.13.9"})
  void fiveNodesBecomeOneCluster(String version) {
    try (TalosLab lab = TalosLab.cluster(version)) {
      for (int i = 0; i < 5; i++) {
        assertThat(lab.stage("192.168.7.1" + i)).contains("stage: running").contains("ready: true");
      }
      assertThat(members(lab, "192.168.7.11"))
          .extracting(EtcdMember::getHostname)
          .containsExactlyInAnyOrder("cp-0", "cp-1", "cp-2");
      assertThat(lab.simulator.talos().clusters())
          .singleElement()
          .satisfies(
              cluster -> {
                assertThat(cluster.name()).isEqualTo("lab");
                assertThat(cluster.endpoint()).isEqualTo(TalosLab.ENDPOINT);
                assertThat(cluster.nodes()).hasSize(5).allMatch(ClusterNode::running);
              });
    }
  }

  private static List<EtcdMember> members(TalosLab lab, String address) {
    return lab.admin(address)
        .etcdMemberList(EtcdMemberListRequest.getDefaultInstance())
        .getMessages(0)
        .getMembersList();
  }

  @Test
  void controlPlaneBootsUntilItIsBootstrapped() {
    try (TalosLab lab = TalosLab.start("v1.12.11")) {
      lab.fiveNodes();
      assertThat(lab.stage("192.168.7.10")).contains("stage: booting").contains("etcd not running");
      ServiceInfo etcd =
          lab
              .admin("192.168.7.10")
              .serviceList(Empty.getDefaultInstance())
              .getMessages(0)
              .getServicesList()
              .stream()
              .filter(service -> service.getId().equals("etcd"))
              .findFirst()
              .orElseThrow();
      assertThat(etcd.getState()).isEqualTo("Preparing");
    }
  }

  @Test
  void secondBootstrapOfTheSameNodeIsRefused() {
    try (TalosLab lab = TalosLab.cluster("v1.12.11")) {
      Status again =
          failure(() -> lab.admin("192.168.7.11").bootstrap(BootstrapRequest.getDefaultInstance()));
      assertThat(again.getCode()).isEqualTo(Status.Code.ALREADY_EXISTS);
      assertThat(again.getDescription()).isEqualTo("etcd data directory is not empty");
      Status worker =
          failure(() -> lab.admin("192.168.7.13").bootstrap(BootstrapRequest.getDefaultInstance()));
      assertThat(worker.getCode()).isEqualTo(Status.Code.FAILED_PRECONDITION);
    }
  }

  @Test
  void bootstrapOfTwoEmptyControlPlanesSplitsTheCluster() {
    try (TalosLab lab = TalosLab.start("v1.12.11")) {
      lab.vm(100, "cp-0", "192.168.7.10").vm(101, "cp-1", "192.168.7.11");
      lab.simulator.talos().cut(100, 101, true);
      lab.apply("192.168.7.10", lab.secrets.controlPlane(TalosLab.ENDPOINT));
      lab.apply("192.168.7.11", lab.secrets.controlPlane(TalosLab.ENDPOINT));
      lab.admin("192.168.7.10").bootstrap(BootstrapRequest.getDefaultInstance());
      lab.admin("192.168.7.11").bootstrap(BootstrapRequest.getDefaultInstance());
      lab.simulator.talos().cut(100, 101, false);
      assertThat(lab.simulator.talos().clusters()).hasSize(2);
      assertThat(members(lab, "192.168.7.10"))
          .extracting(EtcdMember::getHostname)
          .containsExactly("cp-0");
      assertThat(members(lab, "192.168.7.11"))
          .extracting(EtcdMember::getHostname)
          .containsExactly("cp-1");
    }
  }

  @Test
  void workerAnswersOnlyOnceAControlPlaneDoes() {
    try (TalosLab lab = TalosLab.start("v1.12.11")) {
      lab.vm(103, "w-0", "192.168.7.13").vm(100, "cp-0", "192.168.7.10");
      lab.apply("192.168.7.13", lab.secrets.worker(TalosLab.ENDPOINT));
      assertThat(lab.simulator.talos().loopback("192.168.7.13", 50000)).isEmpty();
      lab.apply("192.168.7.10", lab.secrets.controlPlane(TalosLab.ENDPOINT));
      assertThat(lab.version("192.168.7.13")).isEqualTo("v1.12.11");
    }
  }

  @Test
  void serverSideHealthCheckPasses() {
    try (TalosLab lab = TalosLab.cluster("v1.12.11")) {
      List<String> messages = new ArrayList<>();
      ClusterServiceGrpc.newBlockingStub(
              lab.secureChannel("192.168.7.10", lab.secrets.client("os:reader")))
          .healthCheck(
              HealthCheckRequest.newBuilder()
                  .setWaitTimeout(Duration.newBuilder().setSeconds(600))
                  .build())
          .forEachRemaining((HealthCheckProgress p) -> messages.add(p.getMessage()));
      assertThat(messages)
          .hasSize(16)
          .allMatch(message -> message.endsWith(": OK"))
          .startsWith("waiting for etcd to be healthy: OK");
    }
  }
}
