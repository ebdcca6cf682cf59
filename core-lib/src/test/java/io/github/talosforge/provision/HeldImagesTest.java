package io.github.talosforge.provision;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.bootstrap.NodeOutcome;
import io.github.talosforge.bootstrap.NodeOutcome.Ending;
import io.github.talosforge.bootstrap.TalosLog;
import io.github.talosforge.bootstrap.TalosOptions;
import io.github.talosforge.finding.Finding;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.talos.TalosClient;
import io.github.talosforge.talos.TalosEndpoint;
import io.github.talosforge.talos.TalosNode;
import io.github.talosforge.versions.ResourceTexts;
import io.github.talosforge.versions.VersionDifference;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A patch that pins an image changes none that runs, whatever the image is for. */
class HeldImagesTest {
  private static final TalosOptions OPTIONS = TalosOptions.defaults();
  private static final String DIGEST = "sha256:" + "cd".repeat(32);

  private final TalosWorld world = new TalosWorld("1.12.4", 1, 0);

  @AfterEach
  void end() {
    world.close();
  }

  private void runs(String patch) {
    world.cluster.kubernetes("1.34.0");
    patch(patch);
    world.provisioned();
    world.talos(talos -> talos.bootstrap(OPTIONS, TalosLog.SILENT));
  }

  private void patch(String patch) {
    world.cluster.cluster(
        patch.isEmpty() ? "" : "machine_patches:\n  all:\n    - " + patch.indent(6).strip() + "\n");
  }

  private List<VersionDifference> differences() {
    Plan plan = world.plan();
    assertThat(plan.changes()).isEmpty();
    assertThat(apply()).extracting(NodeOutcome::ending).containsOnly(Ending.UNCHANGED);
    return plan.versions().get(0).differences();
  }

  private List<NodeOutcome> apply() {
    return world.talos(talos -> talos.applyMachineConfigs(OPTIONS, TalosLog.SILENT));
  }

  private String config() {
    String address = world.simulator.talos().addresses(world.vm("cp-1")).get(0);
    try (TalosClient client = world.client();
        TalosNode machine = client.node(TalosEndpoint.of(address))) {
      return machine.machineConfig().orElseThrow();
    }
  }

  private static String images(String etcd, String coreDns) {
    return "cluster:\n  etcd: {image: '%s'}\n  coreDNS: {image: '%s'}\n".formatted(etcd, coreDns);
  }

  private static String installer(String image) {
    return "machine:\n  install: {image: '%s'}\n".formatted(image);
  }

  @Test
  void etcdAndCoreDnsStayAsTalosChoseThem() {
    runs("");
    patch(images("gcr.io/etcd-development/etcd:v3.6.4", "mirror.example.org/coredns:v1.13.0"));

    assertThat(differences())
        .containsExactly(
            new VersionDifference("etcd", "v3.5.21", "v3.6.4"),
            new VersionDifference("coredns", "v1.12.1", "v1.13.0"));
    assertThat(world.plan().findings().withCode("TF-VERSION-DIFFERS"))
        .extracting(Finding::message)
        .containsExactly(
            "Node cp-1 runs etcd v3.5.21 and coredns v1.12.1, but the files say etcd v3.6.4 and"
                + " coredns v1.13.0.");
    assertThat(config()).doesNotContain("v3.6.4", "coredns");
  }

  @Test
  void etcdMayComeFromElsewhereInTheSameVersion() {
    runs("");
    patch("cluster:\n  etcd: {image: 'mirror.example.org/etcd:v3.5.21'}\n");

    assertThat(apply()).extracting(NodeOutcome::ending).containsOnly(Ending.CHANGED);
    assertThat(config()).contains("mirror.example.org/etcd:v3.5.21");
  }

  @Test
  void etcdStaysAsItIsPinned() {
    runs(images("gcr.io/etcd-development/etcd:v3.5.9", "mirror.example.org/coredns:v1.11.0"));
    patch("");

    assertThat(differences())
        .containsExactly(
            new VersionDifference("etcd", "v3.5.9", "as Talos chooses"),
            new VersionDifference("coredns", "v1.11.0", "as Talos chooses"));
    assertThat(config()).contains("etcd:v3.5.9", "coredns:v1.11.0");
  }

  @Test
  void anInstallerOfTheSameTagWithOtherContentsWaits() {
    runs("");
    String runs = ResourceTexts.installer(config()).orElseThrow().text();
    for (String other :
        List.of(
            "factory.talos.dev/nocloud-installer/" + "ab".repeat(32) + ":v1.12.4",
            "ghcr.io/siderolabs/installer:v1.12.4",
            runs + "@" + DIGEST,
            "factory.talos.dev/installer@" + DIGEST)) {
      patch(installer(other));

      assertThat(differences()).containsExactly(new VersionDifference("installer", runs, other));
      assertThat(config()).contains(runs).doesNotContain(other);
    }
  }

  @Test
  void anInstallerThatRunsStays() {
    runs(installer("mirror.example.org/own-installer:v1.12.4@" + DIGEST));
    assertThat(differences()).isEmpty();
    patch(installer("mirror.example.org/another-installer:v1.12.4"));

    assertThat(differences())
        .containsExactly(
            new VersionDifference(
                "installer",
                "mirror.example.org/own-installer:v1.12.4@" + DIGEST,
                "mirror.example.org/another-installer:v1.12.4"));
    assertThat(config()).contains("own-installer");
  }

  @Test
  void anImageOfTheSameTagWithAnotherDigestWaits() {
    runs("");
    patch(
        "cluster:\n  scheduler: {image: 'registry.k8s.io/kube-scheduler:v1.34.0@" + DIGEST + "'}");

    assertThat(differences())
        .containsExactly(
            new VersionDifference(
                "kube-scheduler",
                "registry.k8s.io/kube-scheduler:v1.34.0",
                "registry.k8s.io/kube-scheduler:v1.34.0@" + DIGEST));
  }
}
