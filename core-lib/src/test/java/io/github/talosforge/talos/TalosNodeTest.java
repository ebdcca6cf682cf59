package io.github.talosforge.talos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.github.talosforge.net.Dialer;
import io.github.talosforge.talos.client.TalosClients;
import io.github.talosforge.talos.protocol.machine.ApplyConfigurationRequest;
import io.github.talosforge.talos.protocol.machine.ImageServiceGrpc;
import io.github.talosforge.talos.protocol.machine.ImageServicePullRequest;
import io.github.talosforge.talos.protocol.machine.ImageServicePullResponse;
import io.github.talosforge.talos.protocol.machine.LifecycleServiceGrpc;
import io.github.talosforge.talos.protocol.machine.LifecycleServiceInstallProgress;
import io.github.talosforge.talos.protocol.machine.LifecycleServiceUpgradeRequest;
import io.github.talosforge.talos.protocol.machine.LifecycleServiceUpgradeResponse;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The verbs of a node, their errors, and what is sent for them. */
class TalosNodeTest {
  private final TestAuthority authority = new TestAuthority();
  private final TalosClient client =
      TalosClients.open(
          TalosConnection.direct()
              .withDialer(Dialer.direct().loopbackOnly())
              .withCredentials(authority.client())
              .withTimeouts(Duration.ofMinutes(10), Duration.ofMinutes(10)));

  @AfterEach
  void close() {
    client.close();
  }

  private static TalosException failure(Runnable call) {
    return catchThrowableOfType(TalosException.class, call::run);
  }

  @Test
  void readsOverMutualTls() {
    try (FakeTalos machine = FakeTalos.configured(authority)) {
      TalosNode node = client.node(machine.endpoint());

      assertThat(node.version().tag()).isEqualTo("v1.12.4");
      assertThat(node.machineStatus().stage()).isEqualTo(MachineStatus.Stage.RUNNING);
      assertThat(client.counters()).isEqualTo(new TalosCounters(2, 0, 0));
    }
  }

  @Test
  void configurationAlwaysCarriesItsModeAndCountsAsAChange() {
    try (FakeTalos machine = FakeTalos.maintenance()) {
      TalosNode node = client.maintenance(machine.endpoint());

      ConfigurationResult result = node.applyConfiguration("version: v1alpha1\n", ApplyMode.AUTO);

      assertThat(result.warnings()).containsExactly("a warning");
      assertThat(machine.configuration().getMode()).isEqualTo(ApplyConfigurationRequest.Mode.AUTO);
      assertThat(machine.configuration().getDryRun()).isFalse();
      assertThat(client.counters().changing()).isEqualTo(1);
    }
  }

  @Test
  void dryRunIsNoChange() {
    try (FakeTalos machine = FakeTalos.configured(authority)) {
      TalosNode node = client.node(machine.endpoint());

      ConfigurationResult result = node.tryConfiguration("a: b\n", ApplyMode.NO_REBOOT);

      assertThat(result.mode()).isEqualTo(ApplyMode.NO_REBOOT);
      assertThat(machine.configuration().getDryRun()).isTrue();
      assertThat(client.counters()).isEqualTo(new TalosCounters(1, 0, 0));
    }
  }

  @Test
  void messagesOfManyMegabytesPass() {
    try (FakeTalos machine = FakeTalos.configured(authority)) {
      String large = "x".repeat(20 * 1024 * 1024);
      machine.resource("Large.talos.dev/one", large);

      assertThat(client.node(machine.endpoint()).resource("runtime", "Large.talos.dev", "one"))
          .hasValueSatisfying(found -> assertThat(found.yaml()).hasSameSizeAs(large));
    }
  }

  @Test
  void runningConfigurationIsTheTextInsideTheResource() {
    try (FakeTalos machine = FakeTalos.configured(authority)) {
      machine.resource(
          "MachineConfigs.config.talos.dev/v1alpha1", "|\n  version: v1alpha1\n  ---\n  a: b\n");

      assertThat(client.node(machine.endpoint()).machineConfig())
          .contains("version: v1alpha1\n---\na: b\n");
    }
  }

  @Test
  void missingResourceIsEmpty() {
    try (FakeTalos machine = FakeTalos.configured(authority)) {
      assertThat(client.node(machine.endpoint()).machineConfig()).isEmpty();
    }
  }

  @Test
  void membersComeFromDiscovery() {
    try (FakeTalos machine = FakeTalos.configured(authority)) {
      machine.resource(
          "Members.cluster.talos.dev/cp-1",
          """
          hostname: cp-1
          addresses: [192.0.2.11]
          machineType: controlplane
          operatingSystem: Talos (v1.12.4)
          """);

      assertThat(client.node(machine.endpoint()).members())
          .containsExactly(
              new ClusterMember("cp-1", List.of("192.0.2.11"), true, "Talos (v1.12.4)"));
    }
  }

  @Test
  void kubeconfigIsReadFromAnArchiveWithoutEnd() throws IOException {
    try (FakeTalos machine = FakeTalos.configured(authority)) {
      machine.kubeconfig(archive("apiVersion: v1\nkind: Config\n"));

      assertThat(client.node(machine.endpoint()).kubeconfig())
          .isEqualTo("apiVersion: v1\nkind: Config\n");
    }
  }

  private static byte[] archive(String content) throws IOException {
    byte[] text = content.getBytes(StandardCharsets.UTF_8);
    byte[] header = new byte[512];
    byte[] size = String.format("%011o", text.length).getBytes(StandardCharsets.US_ASCII);
    System.arraycopy(size, 0, header, 124, size.length);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream zip = new GZIPOutputStream(bytes)) {
      zip.write(header);
      zip.write(text);
    }
    return bytes.toByteArray();
  }

  @Test
  void everyStatusGetsItsKind() {
    Map<Status, TalosException.Kind> kinds =
        Map.of(
            Status.PERMISSION_DENIED.withDescription("not authorized"),
            TalosException.Kind.PERMISSION,
            Status.FAILED_PRECONDITION.withDescription("time is not in sync yet"),
            TalosException.Kind.PRECONDITION,
            Status.ALREADY_EXISTS.withDescription("etcd data directory is not empty"),
            TalosException.Kind.ALREADY_EXISTS,
            Status.UNIMPLEMENTED.withDescription("API is not implemented in maintenance mode"),
            TalosException.Kind.MAINTENANCE,
            Status.UNIMPLEMENTED.withDescription("unknown method"),
            TalosException.Kind.UNIMPLEMENTED,
            Status.INVALID_ARGUMENT.withDescription("no etcd CA"),
            TalosException.Kind.ARGUMENT,
            Status.INTERNAL.withDescription("boom"),
            TalosException.Kind.SERVER);
    try (FakeTalos machine = FakeTalos.configured(authority)) {
      TalosNode node = client.node(machine.endpoint());
      kinds.forEach(
          (status, kind) -> {
            machine.refuse("Bootstrap", status);
            TalosException told = failure(node::bootstrap);
            assertThat(told.kind()).as(status.toString()).isEqualTo(kind);
            assertThat(told.serverWords()).isEqualTo(status.getDescription());
            assertThat(told.node()).isEqualTo(machine.endpoint().toString());
            assertThat(told.call()).isEqualTo("Bootstrap");
            assertThat(told.outcomeUnknown()).isFalse();
          });
    }
  }

  @Test
  void refusedConfigurationIsNamedSoWhateverTheStatus() {
    try (FakeTalos machine = FakeTalos.maintenance()) {
      TalosNode node = client.maintenance(machine.endpoint());
      for (Status status :
          List.of(
              Status.INVALID_ARGUMENT.withDescription("unknown keys"),
              Status.UNKNOWN.withDescription("failed to parse config: line 3"))) {
        machine.refuse("ApplyConfiguration", status);

        assertThat(failure(() -> node.applyConfiguration("x", ApplyMode.AUTO)).kind())
            .isEqualTo(TalosException.Kind.INVALID_CONFIGURATION);
      }
    }
  }

  @Test
  void pinnedFingerprintAdmitsOnlyItsMachine() {
    try (FakeTalos machine = FakeTalos.maintenance();
        FakeTalos other = FakeTalos.maintenance()) {
      assertThat(client.maintenance(machine.endpoint(), machine.fingerprint()).machineStatus())
          .isNotNull();

      TalosNode wrong = client.maintenance(machine.endpoint(), other.fingerprint());
      TalosException told = failure(() -> wrong.applyConfiguration("secret", ApplyMode.AUTO));

      assertThat(told.kind()).isEqualTo(TalosException.Kind.FINGERPRINT);
      assertThat(told.getMessage())
          .contains(machine.fingerprint().value(), other.fingerprint().value());
      assertThat(machine.heard()).doesNotContain("ApplyConfiguration");
    }
  }

  @Test
  void firstKeySeenIsTheOnlyOneTrustedAfterwards() {
    TalosNode node;
    int port;
    try (FakeTalos machine = FakeTalos.maintenance()) {
      port = machine.port();
      node = client.maintenance(machine.endpoint());
      node.machineStatus();
    }
    try (FakeTalos impostor = FakeTalos.maintenance(port)) {
      assertThat(failure(() -> node.applyConfiguration("secret", ApplyMode.AUTO)).kind())
          .isEqualTo(TalosException.Kind.FINGERPRINT);
      assertThat(impostor.heard()).isEmpty();
    }
  }

  @Test
  void machineOfAnotherClusterIsNeverTalkedTo() {
    try (FakeTalos machine = FakeTalos.configured(new TestAuthority())) {
      TalosException told = failure(client.node(machine.endpoint())::bootstrap);

      assertThat(told.kind()).isEqualTo(TalosException.Kind.OTHER_AUTHORITY);
      assertThat(told.suggestion()).isPresent();
      assertThat(machine.heard()).isEmpty();
    }
  }

  @Test
  void machineThatCameBackIsReachedAtOnce() {
    TalosNode node;
    int port;
    try (FakeTalos machine = FakeTalos.configured(authority)) {
      port = machine.port();
      node = client.node(machine.endpoint());
      node.version();
    }
    assertThat(failure(node::version).kind()).isEqualTo(TalosException.Kind.UNREACHABLE);
    assertThat(failure(node::version).kind()).isEqualTo(TalosException.Kind.UNREACHABLE);
    try (FakeTalos back = FakeTalos.configured(port, authority)) {
      assertThat(node.version().tag()).isEqualTo("v1.12.4");
      node.bootstrap();
      assertThat(back.heard()).containsExactly("Version", "Bootstrap");
    }
  }

  @Test
  void changeWithoutAnswerIsNotSentTwiceAndSaysSo() {
    try (FakeTalos machine = FakeTalos.configured(authority)) {
      machine.refuse("Bootstrap", Status.UNAVAILABLE.withDescription("going down"));

      TalosException told = failure(client.node(machine.endpoint())::bootstrap);

      assertThat(told.outcomeUnknown()).isTrue();
      assertThat(machine.heard()).containsExactly("Bootstrap");
    }
  }

  @Test
  void readThatBrokeIsSentAgainOnce() {
    try (FakeTalos machine = FakeTalos.configured(authority)) {
      machine.refuse("Version", Status.UNAVAILABLE.withDescription("going down"));

      assertThat(failure(client.node(machine.endpoint())::version).outcomeUnknown()).isFalse();
      assertThat(machine.heard()).containsExactly("Version", "Version");
      assertThat(client.counters()).isEqualTo(new TalosCounters(1, 0, 1));
    }
  }

  @Test
  void oldMachinesUpgradeInOneCall() {
    try (FakeTalos machine = FakeTalos.configured(authority)) {
      List<String> progress = new ArrayList<>();

      client.node(machine.endpoint()).upgrade("factory/installer/x:v1.12.5", progress::add);

      assertThat(machine.heard()).containsExactly("Upgrade");
      assertThat(progress).containsExactly("installs factory/installer/x:v1.12.5");
    }
  }

  @Test
  void newMachinesLoadInstallAndReboot() {
    try (FakeTalos machine = FakeTalos.configured(authority, new Images(), new Installer(0))) {
      List<String> progress = new ArrayList<>();

      client.node(machine.endpoint()).upgrade("factory/installer/x:v1.13.1", progress::add);

      assertThat(machine.heard()).containsExactly("Reboot");
      assertThat(progress).containsExactly("loaded factory/installer/x:v1.13.1", "writing");
    }
  }

  @Test
  void machineIsNotRebootedAfterAFailedInstaller() {
    try (FakeTalos machine = FakeTalos.configured(authority, new Images(), new Installer(1))) {
      TalosNode node = client.node(machine.endpoint());

      assertThatThrownBy(() -> node.upgrade("x:v1", line -> {}))
          .isInstanceOf(TalosException.class)
          .hasMessageContaining("exit code 1");
      assertThat(machine.heard()).isEmpty();
    }
  }

  @Test
  void closedClientLeavesNoThread() throws InterruptedException {
    Set<Thread> before = own();
    try (FakeTalos machine = FakeTalos.configured(authority)) {
      TalosClient another =
          TalosClients.open(TalosConnection.direct().withCredentials(authority.client()));
      another.node(machine.endpoint()).version();
      another.close();
      Set<Thread> left = own();
      left.removeAll(before);
      for (Thread thread : left) {
        thread.join();
      }
    }
  }

  private static Set<Thread> own() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals("talosforge-talos"))
        .collect(Collectors.toSet());
  }

  private static final class Images extends ImageServiceGrpc.ImageServiceImplBase {
    @Override
    public void pull(ImageServicePullRequest request, StreamObserver<ImageServicePullResponse> to) {
      to.onNext(ImageServicePullResponse.newBuilder().setName(request.getImageRef()).build());
      to.onCompleted();
    }
  }

  private static final class Installer extends LifecycleServiceGrpc.LifecycleServiceImplBase {
    private final int exit;

    Installer(int exit) {
      this.exit = exit;
    }

    @Override
    public void upgrade(
        LifecycleServiceUpgradeRequest request,
        StreamObserver<LifecycleServiceUpgradeResponse> to) {
      to.onNext(said(LifecycleServiceInstallProgress.newBuilder().setMessage("writing")));
      to.onNext(said(LifecycleServiceInstallProgress.newBuilder().setExitCode(exit)));
      to.onCompleted();
    }

    private static LifecycleServiceUpgradeResponse said(
        LifecycleServiceInstallProgress.Builder progress) {
      return LifecycleServiceUpgradeResponse.newBuilder().setProgress(progress).build();
    }
  }
}
