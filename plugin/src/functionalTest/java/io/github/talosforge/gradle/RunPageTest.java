package io.github.talosforge.gradle;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.assertj.core.api.AbstractStringAssert;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every run leaves a page for people, the failed ones too. */
class RunPageTest {
  private static final String PAGE = "build/talosforge/main/report.html";

  @TempDir Path folder;
  private TestBuild build;

  @BeforeEach
  void prepare() {
    build = TestBuild.withSample(folder).simulator("talosforgeSimulator { timeScale = 0 }\n");
  }

  @AfterEach
  void stop() {
    build.simulator("").run("stopSimulator");
  }

  @Test
  void everyRunLeavesAPage() {
    assertThat(build.run("planCluster").getOutput())
        .contains("The run as a page: " + build.folder().resolve(PAGE).toUri());
    assertThat(build.read(PAGE))
        .contains("<title>sample: Planned – Talosforge</title>")
        .contains("aria-label=\"pve1 with sample-cp-1 (control plane, planned)");

    build.run("provisionNodes");
    assertThat(build.read(PAGE))
        .contains("<title>sample: Done – Talosforge</title>")
        .contains("create VM 2000 on pve1")
        .contains("aria-label=\"pve1 with sample-cp-1 (control plane, running)");

    build.change("nodes.yaml", "vm_memory: 16384", "vm_memory: 32768");
    build.fail("planCluster", "--fail-on-drift");
    assertThat(build.read(PAGE))
        .contains("<title>sample: Failed – Talosforge</title>")
        .contains("The live system differs from the files; provisionNodes brings it back.")
        .contains("<del>16384</del>")
        .contains("<code>nodes.yaml:29</code>");

    build.change("nodes.yaml", "vm_memory: 32768", "vm_memory: lots");
    build.fail("planCluster");
    assertThat(build.read(PAGE))
        .contains("<title>main: Failed – Talosforge</title>")
        .contains("TF-VALUE-INVALID</code></a> <code class=\"place\">nodes.yaml:29:16</code>");
  }

  @Test
  void everyTaskDrawsWhatItSawAndTellsItsPlan() {
    build.run("bootstrap");
    build.run("healthCluster");
    drawsRunningVms();
    build.run("kubeconfig");
    drawsRunningVms();
    build.change("cluster.yaml", "kubernetes_version: v1.35.0", "kubernetes_version: v1.34.0");
    assertThat(TestBuild.problem(build.fail("planCluster", "--fail-on-drift")))
        .as("nothing but a version differs")
        .contains("Nodes run other versions than the files say, as planCluster shows.");
    drawsRunningVms().contains("TF-VERSION-DIFFERS");
    build.change("cluster.yaml", "kubernetes_version: v1.34.0", "kubernetes_version: v1.35.0");
    build.run("destroyCluster", "--plan-only");
    drawsRunningVms().contains("<title>sample: Planned – Talosforge</title>", "5 to destroy");
    build.fail("destroyCluster");
    drawsRunningVms();
    build.run("removeLeftovers", "--plan-only");
    drawsRunningVms().contains("<h2 id=\"plan-title\">The plan</h2>");
    build.fail("adoptNodes", "--vm=4711=sample-worker-1");
    drawsRunningVms().contains("<h2 id=\"plan-title\">The plan</h2>");

    build.change("nodes.yaml", "vm_memory: 16384", "vm_memory: 32768");
    build.run("provisionNodes");
    drawsRunningVms().contains("1 node waits for a stop and start; --allow-reboot has it done");
    build.run("provisionNodes");
    drawsRunningVms()
        .contains("<title>sample: Waiting – Talosforge</title>", "Nothing was changed.");
    build.run("provisionNodes", "--allow-reboot");
    drawsRunningVms().contains("takes no new pods", "takes pods again");
  }

  private AbstractStringAssert<?> drawsRunningVms() {
    return assertThat(build.read(PAGE))
        .contains("aria-label=\"pve1 with sample-cp-1 (control plane, running)")
        .doesNotContain("(control plane, planned)", "not looked at");
  }

  @Test
  void whatCouldNotBeSeenIsNotCalledPlanned() {
    build.script(
        """
        talosforge.proxmox {
          endpoint = 'https://127.0.0.1:1'
          apiToken = 'root@pam!lab=secret'
          loopbackOnly = true
        }
        """);
    build.fail("planCluster");
    assertThat(build.read(PAGE))
        .contains("aria-label=\"pve1 with sample-cp-1 (control plane, not looked at)")
        .as("the page leads on as the console does")
        .contains("docs/troubleshooting.md#connection");

    build.script("talosforge.proxmox { endpoint = 'https://127.0.0.1:1'; apiToken = 'half' }\n");
    build.fail("planCluster");
    assertThat(build.read(PAGE)).contains("docs/troubleshooting.md#settings");
  }
}
