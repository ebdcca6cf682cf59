package io.github.talosforge.simulator.talos;

import static io.github.talosforge.simulator.talos.TalosLab.failure;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Empty;
import io.github.talosforge.simulator.Simulator;
import io.github.talosforge.simulator.talos.protocol.common.ContainerdInstance;
import io.github.talosforge.simulator.talos.protocol.machine.BootstrapRequest;
import io.github.talosforge.simulator.talos.protocol.machine.EtcdLeaveClusterRequest;
import io.github.talosforge.simulator.talos.protocol.machine.EtcdMemberListRequest;
import io.github.talosforge.simulator.talos.protocol.machine.EtcdRemoveMemberByIDRequest;
import io.github.talosforge.simulator.talos.protocol.machine.ImageServiceGrpc;
import io.github.talosforge.simulator.talos.protocol.machine.ImageServicePullRequest;
import io.github.talosforge.simulator.talos.protocol.machine.InstallArtifactsSource;
import io.github.talosforge.simulator.talos.protocol.machine.LifecycleServiceGrpc;
import io.github.talosforge.simulator.talos.protocol.machine.LifecycleServiceUpgradeRequest;
import io.github.talosforge.simulator.talos.protocol.machine.LifecycleServiceUpgradeResponse;
import io.github.talosforge.simulator.talos.protocol.machine.ReadRequest;
import io.github.talosforge.simulator.talos.protocol.machine.RebootRequest;
import io.github.talosforge.simulator.talos.protocol.machine.ResetPartitionSpec;
import io.github.talosforge.simulator.talos.protocol.machine.ResetRequest;
import io.github.talosforge.simulator.talos.protocol.machine.ShutdownRequest;
import io.github.talosforge.simulator.talos.protocol.machine.UpgradeRequest;
import io.grpc.Channel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a configured node does when it is told to. */
class NodeLifeTest {
  private static String bootId(TalosLab lab, String address) {
    return lab.admin(address)
        .read(ReadRequest.newBuilder().setPath("/proc/sys/kernel/random/boot_id").build())
        .next()
        .getBytes()
        .toStringUtf8();
  }

  private static String installer(String platform, String version) {
    return "factory.talos.dev/" + platform + "installer/" + TalosLab.SCHEMATIC + ":" + version;
  }

  @Test
  void rebootChangesTheBootIdAndNothingElse() {
    try (TalosLab lab = TalosLab.cluster("v1.12.11")) {
      String before = bootId(lab, "192.168.7.11");
      lab.admin("192.168.7.11").reboot(RebootRequest.getDefaultInstance());
      assertThat(bootId(lab, "192.168.7.11")).isNotEqualTo(before);
      assertThat(lab.stage("192.168.7.11")).contains("stage: running");
      assertThat(
              lab.admin("192.168.7.10")
                  .etcdMemberList(EtcdMemberListRequest.getDefaultInstance())
                  .getMessages(0)
                  .getMembersCount())
          .isEqualTo(3);
    }
  }

  @Test
  void resetOfStateAndDataLeadsBackToMaintenance() {
    try (TalosLab lab = TalosLab.cluster("v1.12.11")) {
      lab.admin("192.168.7.12")
          .reset(
              ResetRequest.newBuilder()
                  .setGraceful(true)
                  .setReboot(true)
                  .addSystemPartitionsToWipe(wiped("STATE"))
                  .addSystemPartitionsToWipe(wiped("EPHEMERAL"))
                  .build());
      assertThat(
              lab.get(
                  lab.insecureChannel("192.168.7.12"),
                  "runtime",
                  "MachineStatuses.runtime.talos.dev",
                  "machine"))
          .contains("stage: maintenance");
      assertThat(
              lab.admin("192.168.7.10")
                  .etcdMemberList(EtcdMemberListRequest.getDefaultInstance())
                  .getMessages(0)
                  .getLegacyMembersList())
          .containsExactlyInAnyOrder("cp-0", "cp-1");
    }
  }

  /** Talos removes the member of its own name when it joins with an empty directory. */
  @Test
  void memberThatComesBackEmptyTakesTheOldOneOfItsNameOut() {
    try (TalosLab lab = TalosLab.cluster("v1.12.11")) {
      lab.admin("192.168.7.12")
          .reset(
              ResetRequest.newBuilder()
                  .setReboot(true)
                  .addSystemPartitionsToWipe(wiped("EPHEMERAL"))
                  .build());
      assertThat(lab.stage("192.168.7.12")).contains("stage: running");
      assertThat(
              lab.admin("192.168.7.10")
                  .etcdMemberList(EtcdMemberListRequest.getDefaultInstance())
                  .getMessages(0)
                  .getLegacyMembersList())
          .containsExactlyInAnyOrder("cp-0", "cp-1", "cp-2");
    }
  }

  private static ResetPartitionSpec wiped(String label) {
    return ResetPartitionSpec.newBuilder().setLabel(label).setWipe(true).build();
  }

  @Test
  void resetOfTheWholeDiskLeavesNothingToBoot() {
    try (TalosLab lab = TalosLab.cluster("v1.12.11")) {
      lab.admin("192.168.7.14").reset(ResetRequest.newBuilder().setReboot(true).build());
      assertThat(lab.simulator.talos().loopback("192.168.7.14", 50000)).isEmpty();
      assertThat(lab.simulator.inspect().vm(104).orElseThrow().running()).isTrue();
    }
  }

  @Test
  void lastMemberOfEtcdDoesNotLeaveGracefully() {
    try (TalosLab lab = TalosLab.start("v1.12.11").vm(100, "cp-0", "192.168.7.10")) {
      lab.apply("192.168.7.10", lab.secrets.controlPlane(TalosLab.ENDPOINT));
      lab.admin("192.168.7.10").bootstrap(BootstrapRequest.getDefaultInstance());
      lab.admin("192.168.7.10")
          .reset(ResetRequest.newBuilder().setGraceful(true).setReboot(true).build());
      assertThat(lab.stage("192.168.7.10")).contains("stage: running");
      assertThat(
              failure(
                      () ->
                          lab.admin("192.168.7.10")
                              .etcdLeaveCluster(EtcdLeaveClusterRequest.getDefaultInstance()))
                  .getDescription())
          .startsWith("failed to leave cluster");
    }
  }

  @Test
  void shutdownStopsTheVm() {
    try (TalosLab lab = TalosLab.cluster("v1.12.11")) {
      // The answer may get lost: at time scale 0 the machine is off in the same moment.
      Optional<Status> unused =
          answerOrLoss(
              () -> lab.admin("192.168.7.14").shutdown(ShutdownRequest.getDefaultInstance()));
      assertThat(lab.simulator.inspect().vm(104).orElseThrow().running()).isFalse();
    }
  }

  @Test
  void upgradeBefore113InstallsAndReboots() {
    try (TalosLab lab = TalosLab.cluster("v1.12.6")) {
      lab.admin("192.168.7.10")
          .upgrade(UpgradeRequest.newBuilder().setImage(installer("nocloud-", "v1.12.11")).build());
      assertThat(lab.version("192.168.7.10")).isEqualTo("v1.12.11");
      assertThat(lab.stage("192.168.7.10")).contains("stage: running");
      assertThat(
              failure(
                      () ->
                          ImageServiceGrpc.newBlockingStub(
                                  lab.secureChannel("192.168.7.10", lab.secrets.client("os:admin")))
                              .pull(ImageServicePullRequest.getDefaultInstance())
                              .next())
                  .getCode())
          .isEqualTo(Status.Code.UNIMPLEMENTED);
    }
  }

  @Test
  void upgradeOfAControlPlaneWantsAllMembersOfEtcd() {
    try (TalosLab lab = TalosLab.cluster("v1.12.6")) {
      lab.stop(102);
      Status status =
          failure(
              () ->
                  lab.admin("192.168.7.10")
                      .upgrade(
                          UpgradeRequest.newBuilder()
                              .setImage(installer("nocloud-", "v1.12.11"))
                              .build()));
      assertThat(status.getDescription()).contains("error validating etcd for upgrade");
    }
  }

  @Test
  void upgradeSince113PullsInstallsAndLeavesTheRebootToTheCaller() {
    try (TalosLab lab = TalosLab.cluster("v1.13.0")) {
      Channel node = lab.secureChannel("192.168.7.13", lab.secrets.client("os:admin"));
      String image = installer("nocloud-", "v1.13.9");
      assertThat(failure(() -> upgrade(node, image)).getCode()).isEqualTo(Status.Code.NOT_FOUND);
      ImageServiceGrpc.newBlockingStub(node)
          .pull(
              ImageServicePullRequest.newBuilder()
                  .setContainerd(ContainerdInstance.getDefaultInstance())
                  .setImageRef(image)
                  .build())
          .forEachRemaining(answer -> {});
      List<LifecycleServiceUpgradeResponse> answers = upgrade(node, image);
      assertThat(answers.get(answers.size() - 1).getProgress().getExitCode()).isZero();
      assertThat(lab.version("192.168.7.13")).isEqualTo("v1.13.0");
      lab.admin("192.168.7.13").reboot(RebootRequest.getDefaultInstance());
      assertThat(lab.version("192.168.7.13")).isEqualTo("v1.13.9");
    }
  }

  private static List<LifecycleServiceUpgradeResponse> upgrade(Channel node, String image) {
    List<LifecycleServiceUpgradeResponse> answers = new ArrayList<>();
    LifecycleServiceGrpc.newBlockingStub(node)
        .upgrade(
            LifecycleServiceUpgradeRequest.newBuilder()
                .setSource(InstallArtifactsSource.newBuilder().setImageName(image))
                .build())
        .forEachRemaining(answers::add);
    return answers;
  }

  @Test
  void metalInstallerLosesTheAddressOfCloudInit() {
    try (TalosLab lab = TalosLab.cluster("v1.12.6")) {
      lab.admin("192.168.7.14")
          .upgrade(UpgradeRequest.newBuilder().setImage(installer("", "v1.12.11")).build());
      assertThat(lab.simulator.talos().loopback("192.168.7.14", 50000)).isEmpty();
      assertThat(lab.simulator.talos().addresses(104))
          .allMatch(address -> address.startsWith("192.168.1."));
    }
  }

  @Test
  void isoInstallsItselfAndBootsFromTheDisk() {
    try (TalosLab lab = TalosLab.start("v1.12.11")) {
      lab.download("v1.12.11", "nocloud-amd64.iso", "talos.iso");
      lab.vm(
          100,
          "cp-0",
          "192.168.7.10",
          Map.of(
              "scsi0", "local-lvm:20",
              "ide0", "local:iso/talos.iso,media=cdrom",
              "boot", "order=scsi0;ide0"));
      lab.apply("192.168.7.10", lab.secrets.controlPlane(TalosLab.ENDPOINT));
      assertThat(lab.version("192.168.7.10")).isEqualTo("v1.12.6");
    }
  }

  @Test
  void kubeconfigIsATarWithoutEnd() throws IOException {
    try (TalosLab lab = TalosLab.cluster("v1.12.11")) {
      byte[] zipped =
          lab.admin("192.168.7.10")
              .kubeconfig(Empty.getDefaultInstance())
              .next()
              .getBytes()
              .toByteArray();
      byte[] tar = new GZIPInputStream(new ByteArrayInputStream(zipped)).readAllBytes();
      String name = new String(tar, 0, 10, StandardCharsets.US_ASCII);
      int size = Integer.parseInt(new String(tar, 124, 11, StandardCharsets.US_ASCII), 8);
      assertThat(name).isEqualTo("kubeconfig");
      assertThat(tar).hasSize(512 + size);
      assertThat(new String(Arrays.copyOfRange(tar, 512, 512 + size), StandardCharsets.UTF_8))
          .contains("server: " + TalosLab.ENDPOINT)
          .contains("current-context: admin@lab");
      assertThat(
              failure(() -> lab.admin("192.168.7.13").kubeconfig(Empty.getDefaultInstance()).next())
                  .getCode())
          .isEqualTo(Status.Code.UNIMPLEMENTED);
    }
  }

  @Test
  void guestAgentTellsTheAddressesOfTheNode() {
    try (TalosLab lab = TalosLab.start("v1.12.11").vm(100, "cp-0", "192.168.7.10")) {
      lab.post("/nodes/pve1/qemu/100/agent/ping", Map.of());
      assertThat(lab.send("GET", "/nodes/pve1/qemu/100/agent/network-get-interfaces", Map.of()))
          .contains("192.168.7.10")
          .contains("eth0");
    }
  }

  @Test
  void imageWithoutTheExtensionHasNoAgent() {
    try (TalosLab lab = TalosLab.start("v1.12.11")) {
      lab.download(
          "376567988ad370138ad8b2698212367b8edcb69b5fd68c80be1f2ec7d603b4ba",
          "v1.12.11",
          "nocloud-amd64.qcow2",
          "plain.qcow2");
      lab.vm(
          100,
          "cp-0",
          "192.168.7.10",
          Map.of("scsi0", "local-lvm:0,import-from=local:import/plain.qcow2"));
      assertThat(lab.simulator.talos().loopback("192.168.7.10", 50000)).isPresent();
      org.assertj.core.api.Assertions.assertThatThrownBy(
              () -> lab.post("/nodes/pve1/qemu/100/agent/ping", Map.of()))
          .hasMessageContaining("QEMU guest agent is not running");
    }
  }

  @Test
  void dataDiskKeepsEtcdWhenItsVmIsRebuilt() {
    try (TalosLab lab = TalosLab.start("v1.12.11")) {
      String config =
          lab.secrets.controlPlane(TalosLab.ENDPOINT)
              + "---\napiVersion: v1alpha1\nkind: VolumeConfig\nname: EPHEMERAL\n"
              + "provisioning: {diskSelector: {match: '!system_disk'}, minSize: 5GiB}\n";
      lab.vm(100, "cp-0", "192.168.7.10", Map.of("scsi1", "local-lvm:10"));
      lab.apply("192.168.7.10", config);
      lab.admin("192.168.7.10").bootstrap(BootstrapRequest.getDefaultInstance());
      String cluster = lab.simulator.talos().clusters().get(0).id();
      lab.stop(100);
      lab.create(101, "cp-0", "192.168.7.10", Map.of());
      lab.post(
          "/nodes/pve1/qemu/100/move_disk",
          Map.of("disk", "scsi1", "target-vmid", "101", "target-disk", "scsi1"));
      lab.start(101);
      lab.apply("192.168.7.10", config);
      assertThat(lab.simulator.talos().clusters())
          .singleElement()
          .satisfies(formed -> assertThat(formed.id()).isEqualTo(cluster));
      assertThat(
              failure(
                      () ->
                          lab.admin("192.168.7.10")
                              .bootstrap(BootstrapRequest.getDefaultInstance()))
                  .getCode())
          .isEqualTo(Status.Code.ALREADY_EXISTS);
    }
  }

  @Test
  void clusterSurvivesTheSimulatorsProcess(@TempDir Path folder) {
    TestSecrets secrets = TestSecrets.create();
    String cluster;
    try (TalosLab lab = TalosLab.start(Simulator.builder().state(folder), "v1.12.11", secrets)) {
      lab.fiveNodes();
      lab.admin("192.168.7.10").bootstrap(BootstrapRequest.getDefaultInstance());
      cluster = lab.simulator.talos().clusters().get(0).id();
    }
    try (TalosLab lab = TalosLab.again(Simulator.builder().state(folder), secrets)) {
      assertThat(lab.simulator.talos().clusters())
          .singleElement()
          .satisfies(
              formed -> {
                assertThat(formed.id()).isEqualTo(cluster);
                assertThat(formed.nodes()).hasSize(5);
              });
      assertThat(lab.stage("192.168.7.14")).contains("stage: running");
    }
  }

  @Test
  void removedMemberIsGoneAndUnknownOnesAreNotFound() {
    try (TalosLab lab = TalosLab.cluster("v1.12.11")) {
      long gone =
          lab
              .admin("192.168.7.10")
              .etcdMemberList(EtcdMemberListRequest.getDefaultInstance())
              .getMessages(0)
              .getMembersList()
              .stream()
              .filter(member -> member.getHostname().equals("cp-2"))
              .findFirst()
              .orElseThrow()
              .getId();
      lab.stop(102);
      EtcdRemoveMemberByIDRequest request =
          EtcdRemoveMemberByIDRequest.newBuilder().setMemberId(gone).build();
      lab.admin("192.168.7.10").etcdRemoveMemberByID(request);
      assertThat(failure(() -> lab.admin("192.168.7.10").etcdRemoveMemberByID(request)).getCode())
          .isEqualTo(Status.Code.NOT_FOUND);
    }
  }

  private static Optional<Status> answerOrLoss(Supplier<?> call) {
    try {
      Object unused = call.get();
      return Optional.empty();
    } catch (StatusRuntimeException e) {
      return Optional.of(e.getStatus());
    }
  }
}
