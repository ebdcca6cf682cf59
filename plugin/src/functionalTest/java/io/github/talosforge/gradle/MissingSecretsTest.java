package io.github.talosforge.gradle;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.simulator.journal.RecordedCall;
import java.nio.file.Path;
import java.util.List;
import org.gradle.testkit.runner.BuildResult;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Without the cluster's secrets nobody can look after etcd, so nobody takes it down. */
class MissingSecretsTest {
  @TempDir Path folder;
  private final SimulatedProxmox proxmox = new SimulatedProxmox();
  private TestBuild build;

  @BeforeEach
  void prepare() {
    build =
        TestBuild.withSample(folder)
            .script(proxmox.block())
            .environment("PROXMOX_VE_API_TOKEN", proxmox.simulator.token());
    build.run("bootstrap");
  }

  @AfterEach
  void stop() {
    proxmox.close();
  }

  /** Fails with a sentence and without a write; returns the sentence. */
  private String refusal(String... arguments) {
    long mark = proxmox.simulator.journal().count();
    BuildResult result = build.fail(arguments);
    assertThat(proxmox.writesSince(mark)).extracting(RecordedCall::path).isEmpty();
    assertThat(result.getOutput()).doesNotContain("\tat ", "Exception");
    return TestBuild.problem(result);
  }

  @Test
  void controlPlanesAreNeitherDestroyedNorRestarted() {
    assertThat(build.read("build/talosforge/main/.gitignore")).isEqualTo("*\n");
    String secrets = build.read("secrets.yaml");
    build.remove("secrets.yaml");

    assertThat(refusal("removeNode", "--node=sample-cp-3", "--confirm=sample-cp-3"))
        .contains("sample-cp-3 must not be destroyed without the cluster's secrets")
        .contains("nobody can see whether etcd survives it")
        .endsWith("docs/troubleshooting.md#secrets")
        .contains("Put the file back at secrets.yaml or name it in the talosforge block");

    assertThat(refusal("bootstrap"))
        .contains("secrets.yaml, the file with the cluster's secrets, is missing")
        .contains("sample-cp-1: runs at ", "sample-worker-2: runs at ")
        .contains("Nothing was written. Put the file back at secrets.yaml: from your backup")
        .endsWith("docs/troubleshooting.md#secrets");
    assertThat(build.folder().resolve("secrets.yaml")).doesNotExist();
    assertThat(build.run("planCluster").getOutput()).contains("TF-SECRETS-MISSING");

    build.change("cluster.yaml", "memory: 4096", "memory: 5120");
    assertThat(refusal("provisionNodes", "--allow-reboot"))
        .contains(
            "sample-cp-3, sample-cp-2, sample-cp-1 must not be stopped and started without the"
                + " cluster's secrets")
        .contains("Put the file back at secrets.yaml or name it in the talosforge block");
    assertThat(proxmox.simulator.inspect().vms().values())
        .filteredOn(vm -> !vm.config().containsKey("template"))
        .hasSize(5);

    build.write("secrets.yaml", secrets);
    assertThat(
            build
                .run("removeNode", "--node=sample-worker-1", "--confirm=sample-worker-1")
                .getOutput())
        .contains("sample-worker-1: takes no new pods")
        .contains("sample-worker-1: is taken out of Kubernetes")
        .doesNotContain("not asked to leave");
  }

  @Test
  void workersAreDestroyedAndItIsSaidWhatThatMeans() {
    build.remove("secrets.yaml");

    assertThat(
            build
                .run(
                    "removeNode",
                    "--node=sample-worker-*",
                    "--confirm=sample-worker-1,sample-worker-2")
                .getOutput())
        .contains("Without the cluster's secrets (secrets.yaml) the pods of")
        .contains("kubectl delete node");
    assertThat(List.copyOf(proxmox.simulator.inspect().vms().values()))
        .filteredOn(vm -> !vm.config().containsKey("template"))
        .hasSize(3);
  }
}
