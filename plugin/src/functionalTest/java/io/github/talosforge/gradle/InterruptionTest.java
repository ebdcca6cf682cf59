package io.github.talosforge.gradle;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.simulator.fault.CallPattern;
import io.github.talosforge.simulator.fault.FaultRule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ctrl+C ends a run between two tasks of Proxmox VE, and the next run goes on from there. */
class InterruptionTest {
  private static final String STOPPING = "Stopping: nothing new is begun";
  private static final String ESCAPE = "\u001b";

  private static final String EVICTION = "/api/v1/namespaces/{namespace}/pods/{name}/eviction";
  private static final String CORDON = "PATCH /api/v1/nodes/{name}";

  /** Something that runs on one worker. */
  private static final String WEB =
      """
      inline_manifests:
        web: |
          apiVersion: apps/v1
          kind: Deployment
          metadata: {name: web}
          spec:
            replicas: 1
            selector: {matchLabels: {app: web}}
            template:
              metadata: {labels: {app: web}}
              spec:
                nodeSelector: {kubernetes.io/hostname: sample-worker-2}
                containers: [{name: web, image: example.org/web}]
      """;

  @TempDir Path folder;
  private final SimulatedProxmox proxmox = new SimulatedProxmox();
  private Path userHome;

  @BeforeEach
  void prepare() throws IOException {
    userHome = GradlewProcess.userHome(Path.of("build/interrupted").toAbsolutePath());
    TestBuild.withSample(folder)
        .write("build.gradle", GradlewProcess.pluginUnderTest() + proxmox.block());
  }

  @AfterEach
  void stop() throws Exception {
    proxmox.close();
    int unused = gradlew("--stop").end();
  }

  @Test
  void whatRunsIsLeftToFinishNothingNewBeginsAndTheNextRunCompletes() throws Exception {
    assertThat(gradlew("buildTemplate").end()).isZero();
    proxmox.time.hold();
    GradlewProcess interrupted = gradlew("provisionNodes", "--max-parallel=2", "--console=rich");
    // Two nodes at a time; the other three wait for their turn.
    proxmox.time.awaitCalls(() -> proxmox.calls(SimulatedProxmox.CLONE) == 2);
    proxmox.time.advance(Duration.ofSeconds(5));
    assertThat(interrupted.prints(" %")).as("a percent on a rich console").isTrue();

    interrupted.interrupt();
    interrupted.end();
    GradlewProcess.awaitLines(daemonLog(), STOPPING);
    long mark = proxmox.simulator.journal().count();
    proxmox.time.advance(Duration.ofHours(1));
    GradlewProcess.awaitLines(daemonLog(), STOPPING, "has finished executing the build");
    assertThat(proxmox.writesSince(mark)).isEmpty();
    assertThat(proxmox.simulator.inspect().vms()).as("templates and two copies").hasSize(3 + 2);

    proxmox.time.release();
    GradlewProcess next = gradlew("provisionNodes", "--console=plain", "--no-configuration-cache");

    assertThat(next.end()).as(next.output()).isZero();
    assertThat(proxmox.calls(SimulatedProxmox.CLONE)).isEqualTo(5);
    assertThat(next.output())
        .containsPattern("sample-worker-2  worker +3001  pve2  10\\.20\\.0\\.21  running")
        .doesNotContain(" %")
        .doesNotContain(ESCAPE);
    assertThat(proxmox.simulator.inspect().orphans()).isEmpty();
  }

  @Test
  void stoppedBootstrapBeginsNoEtcdAndTheNextOneDoes() throws Exception {
    assertThat(gradlew("provisionNodes").end()).isZero();
    proxmox.time.hold();
    GradlewProcess interrupted = gradlew("bootstrap", "--console=plain");
    assertThat(interrupted.prints("Bootstrapping etcd")).as(interrupted.output()).isTrue();

    interrupted.interrupt();
    interrupted.end();
    GradlewProcess.awaitLines(daemonLog(), STOPPING, "has finished executing the build");
    assertThat(proxmox.calls(SimulatedProxmox.BOOTSTRAP)).isZero();

    proxmox.time.release();
    GradlewProcess next = gradlew("bootstrap", "--console=plain", "--no-configuration-cache");

    assertThat(next.end()).as(next.output()).isZero();
    assertThat(next.output()).contains("The cluster is healthy");
    assertThat(proxmox.calls(SimulatedProxmox.BOOTSTRAP)).isEqualTo(1);
  }

  @Test
  void stoppedDestructionGivesItsNodeBackAndTheNextOneCompletes() throws Exception {
    Files.writeString(folder.resolve("cluster.yaml"), WEB, StandardOpenOption.APPEND);
    GradlewProcess made = gradlew("bootstrap");
    assertThat(made.end()).as(made.output()).isZero();
    proxmox
        .simulator
        .faults()
        .add(FaultRule.on(CallPattern.of("POST", EVICTION)).failsBefore(429, "a budget keeps it"));
    String[] destroy = {"removeNode", "--node=sample-worker-2", "--confirm=sample-worker-2"};
    GradlewProcess interrupted = gradlew(destroy);
    assertThat(interrupted.prints("sample-worker-2: gives ")).as(interrupted.output()).isTrue();

    interrupted.interrupt();
    interrupted.end();
    GradlewProcess.awaitLines(
        daemonLog(),
        STOPPING,
        "sample-worker-2: takes pods again",
        "has finished executing the build");
    assertThat(proxmox.calls(CORDON)).as("cordoned and taken back").isEqualTo(2);
    assertThat(proxmox.simulator.inspect().vms()).containsKey(3001);

    proxmox.simulator.faults().clear();
    GradlewProcess next = gradlew(destroy);

    assertThat(next.end()).as(next.output()).isZero();
    assertThat(proxmox.simulator.inspect().vms()).doesNotContainKey(3001).containsKey(3000);
  }

  private GradlewProcess gradlew(String... arguments) throws IOException {
    Map<String, String> environment =
        Map.of("PROXMOX_VE_API_TOKEN", proxmox.simulator.token(), "TERM", "xterm");
    return GradlewProcess.start(folder, userHome, environment, arguments);
  }

  private Path daemonLog() throws IOException {
    try (Stream<Path> logs = Files.list(userHome.resolve("daemon/8.8"))) {
      return logs.filter(file -> file.toString().endsWith(".out.log"))
          .max((a, b) -> Long.compare(a.toFile().lastModified(), b.toFile().lastModified()))
          .orElseThrow();
    }
  }
}
